import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { compile, createMemory } from '#logic/wasm/run';
import { createBuilder } from '../graph/builder.ts';
import { compareEvaluators } from './fixtures/compile-check.ts';
import { encodePack, startPack } from './compile-pack.ts';
import { sequenceOf } from './compile-sequence.ts';
import { polarGatesOf } from './compile-polarity.ts';
import { depthFirstOrder } from './compile-order.ts';
import { randomCircuit } from '../samples/random-circuit.ts';

describe('compiled circuits', () => {
  it('equal the reference and the interpreter on 500 random circuits, placements, widths and masks', () => {
    let chunks = 0;
    for (let seed = 0; seed < 500; seed += 1) {
      const seen = compareEvaluators(`compiled/${seed}`);
      expect(seen, `seed compiled/${seed}`).toMatchObject({ compiledDiffers: 0, interpreterDiffers: 0 });
      expect(seen.compiledChunks).toBe(seen.maskedChunks);
      chunks += seen.compiledChunks;
    }
    expect(chunks).toBeGreaterThan(500);
  });

  it('run in the order of the list, each seeing earlier writes', () => {
    const b = createBuilder();
    const x = b.input();
    const invert = b.build([b.not(x)]);
    const memory = createMemory(1);
    const image = new Int32Array(memory.buffer);
    const layouts = [
      { inputs: [64], outputs: [80] },
      { inputs: [80], outputs: [96] },
    ];
    const pack = encodePack(
      layouts.map((layout) => ({ circuit: invert, layout })),
      { lanes: 128, scratch: 1024 },
    );
    const run = startPack(compile(pack), memory);
    image.set([0x1234, 0, 0, 0], 16);
    image.fill(-1, 128, 132);
    image.set([0, 512, 1, 512], 0);
    expect(run(0, 0, 2)).toBe(2);
    expect(image[20]).toBe(~0x1234);
    expect(image[24]).toBe(0x1234);
  });

  it('swap two planes in place', () => {
    const b = createBuilder();
    const [x, y] = [b.input(), b.input()];
    const memory = createMemory(1);
    const image = new Int32Array(memory.buffer);
    const layout = { inputs: [64, 80], outputs: [64, 80] };
    const run = startPack(
      compile(encodePack([{ circuit: b.build([y, x]), layout }], { lanes: 128, scratch: 1024 })),
      memory,
    );
    image.set([1, 2, 3, 4, 5, 6, 7, 8], 16);
    image.fill(-1, 128, 132);
    image.set([0, 512], 0);
    run(0, 0, 1);
    expect([...image.subarray(16, 24)]).toEqual([5, 6, 7, 8, 1, 2, 3, 4]);
  });

  it('refuse planes that do not fit the circuit, and two outputs on one plane', () => {
    const circuit = randomCircuit({ inputs: 2, outputs: 2, gates: 3, xorShare: 0.5 }, createRng('layout'));
    const [gates, order] = [polarGatesOf(circuit), depthFirstOrder(circuit)];
    expect(() => sequenceOf(circuit, gates, order, { inputs: [0], outputs: [16, 32] })).toThrow('1 input and 2 output');
    expect(() => sequenceOf(circuit, gates, order, { inputs: [0, 16], outputs: [32, 32] })).toThrow('share one');
  });
});
