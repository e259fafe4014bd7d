import { expect, it } from 'vitest';
import { type Circuit, evaluate, families, gateCount, randomCircuit } from '#circuit';
import { createRng } from '#kernel';
import { proveSmaller } from './simplify.ts';
import { shrink } from './shrink.ts';
import { sizesOf } from './sizes.ts';

const costs = ['gates', 'and-equivalent'] as const;

it('shrinks 60 random circuits of up to 400 gates, each proved', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const rng = createRng(`shrink.long/${seed}`);
    const gates = rng.int(20, 400);
    const shape = { inputs: rng.int(8, 24), outputs: rng.int(1, 16), gates, xorShare: rng.float() };
    const circuit = randomCircuit(shape, rng.fork('circuit'));
    const smaller = shrink(circuit, { cost: costs[seed % 2]!, effort: 1 + (seed % 3) });
    expect(proveSmaller(circuit, smaller).answer, `seed ${seed}`).toBe('proved');
  }
});

it.each(Object.keys(families) as (keyof typeof families)[])(
  'shrinks %s at sizes 2 to 24 without a difference',
  (name) => {
    for (let size = 2; size <= 24; size += name.includes('ultiplier') ? 4 : 1) {
      const circuit = families[name](Math.max(size, 4), createRng(`shrink.long/${name}/${size}`));
      for (const cost of costs) {
        const smaller = shrink(circuit, { cost, effort: 2 });
        const rng = createRng('planes');
        const planes = Int32Array.from({ length: circuit.inputCount * 64 }, () => rng.uint32());
        expect(evaluate(smaller, planes, 64), `${name} ${size} ${cost}`).toEqual(evaluate(circuit, planes, 64));
        const costOf = (c: Circuit): number => (cost === 'gates' ? gateCount(c) : sizesOf(c).andEquivalent);
        expect(costOf(smaller)).toBeLessThanOrEqual(costOf(circuit));
      }
    }
  },
);
