import { expect, it } from 'vitest';
import { families, randomCircuit } from '#circuit/samples';
import { createRng } from '#kernel';
import { costs, expectSameFunction } from './fixtures/expect-same-function.ts';
import { proveSmaller } from './simplify.ts';
import { shrink } from './shrink.ts';

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

// Multipliers grow with the square of their size: larger ones are in the soak.
// oxlint-disable-next-line vitest/expect-expect -- expectSameFunction does
it.each(Object.keys(families) as (keyof typeof families)[])('shrinks %s of many sizes without a difference', (name) => {
  const most = name.includes('ultiplier') ? 8 : 24;
  for (let size = 4; size <= most; size += 2) expectSameFunction(name, size);
});
