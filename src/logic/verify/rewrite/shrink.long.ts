import { expect, it } from 'vitest';
import { families, randomCircuit } from '#logic/circuit/samples';
import { createRng } from '#foundation/kernel';
import { costs, expectSameFunction, expectSameOnAll } from './fixtures/expect-same-function.ts';
import { proveSmaller } from './simplify.ts';
import { shrink } from './shrink.ts';

/**
 * Above this share of XORs a circuit is nearly linear, and clauses may have no short proof that two of them are equal.
 *
 * @source Urquhart, Hard examples for resolution, JACM 34 (1987)
 */
const NEARLY_LINEAR = 0.75;

it('shrinks 60 random circuits of up to 400 gates, each proved, or tried on every input where it is nearly linear', () => {
  const unproved: number[] = [];
  for (let seed = 0; seed < 60; seed += 1) {
    const rng = createRng(`shrink.long/${seed}`);
    const gates = rng.int(20, 400);
    const shape = { inputs: rng.int(8, 24), outputs: rng.int(1, 16), gates, xorShare: rng.float() };
    const circuit = randomCircuit(shape, rng.fork('circuit'));
    const smaller = shrink(circuit, { cost: costs[seed % 2]!, effort: 1 + (seed % 3) });
    const { answer } = proveSmaller(circuit, smaller, { maxConflicts: 20_000 });
    if (answer === 'proved') continue;
    expectSameOnAll(circuit, smaller, `seed ${seed}`);
    unproved.push(shape.xorShare);
  }
  expect(unproved.filter((share) => share <= NEARLY_LINEAR)).toEqual([]);
  expect(unproved.length, unproved.join(' ')).toBeLessThanOrEqual(6);
});

// Multipliers grow with the square of their size: larger ones are in the soak.
// oxlint-disable-next-line vitest/expect-expect -- expectSameFunction does
it.each(Object.keys(families) as (keyof typeof families)[])('shrinks %s of many sizes without a difference', (name) => {
  const most = name.includes('ultiplier') ? 8 : 24;
  for (let size = 4; size <= most; size += 2) expectSameFunction(name, size);
});
