import fc from 'fast-check';
import { expect, it } from 'vitest';
import { i32 } from '#logic/wasm/instructions';
import { ModuleBuilder } from '#logic/wasm/module';
import { compile, createMemory, instantiate } from '#logic/wasm/run';
import { counterAt, half, observe, probabilityOf, reciprocals } from '#foundation/statistics/adaptive-counter';
import { emitObserve, observeScratch } from './counter-code.ts';
import { layPredictor } from './predictor-layout.ts';

const layout = layPredictor({
  contexts: [],
  knownSteps: [],
  learnsUnless: [],
  matches: [],
  matchKeys: 1,
  sets: [],
  refinements: [],
  bucketBits: 4,
  refineBits: 4,
});

/** `observe` as the kernel does it, on the counter at address 0. */
function kernelObserve(limit: number): (counter: number, bit: number) => number {
  const memory = createMemory(Math.ceil(layout.memoryEnd / 65536));
  new Int32Array(memory.buffer, layout.reciprocal, 1024).set(reciprocals);
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  const handle = module.function({ params: { bit: 'i32' } }, (body, { bit }) => {
    const at = { address: i32.const(0), offset: 0 };
    emitObserve(body, at, bit, { count: limit, layout, scratch: observeScratch(body) });
  });
  module.exportFunction('observe', handle);
  const run = instantiate(compile(module.build()), { host: { memory } }).function('observe');
  const words = new Uint32Array(memory.buffer, 0, 1);
  return (counter, bit) => {
    words[0] = counter;
    run(bit);
    return words[0];
  };
}

it('nears the share of ones, slower the more it has seen', () => {
  let counter = half;
  for (let i = 0; i < 400; i += 1) counter = observe(counter, i % 4 === 0, 255);
  expect(probabilityOf(counter)).toBeCloseTo(0.25, 2);
  expect(probabilityOf(observe(half, true, 255))).toBeCloseTo(0.5 + 0.5 / 1.5, 3);
});

it('property: the kernel moves a counter as this code does', () => {
  const run = kernelObserve(300);
  const start = fc.oneof(
    fc.constant(half),
    fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 2, max: 1023 }))
      .map(([p, n]) => counterAt(p, n)),
  );
  fc.assert(
    fc.property(start, fc.array(fc.boolean(), { maxLength: 30 }), (first, bits) => {
      let [here, there] = [first, first];
      for (const bit of bits) {
        here = observe(here, bit, 300);
        there = run(there, bit ? 1 : 0);
        expect(there).toBe(here);
      }
    }),
  );
});
