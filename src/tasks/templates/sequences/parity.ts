import type { KnownBaseline } from '#foundation/contracts/tasks';
import { known } from '../../define/known-baselines.ts';
import { type BitSequenceParams, defineBitSequence } from './bit-sequence.ts';

/**
 * Of fair bits the number of ones lies in a narrow range, whose few values a tree tells apart one by one. From level 3 on it is drawn
 * evenly from 1 … T instead: then a cut of the count holds odd and even numbers alike.
 */
const levels: readonly BitSequenceParams[] = [
  ...[8, 16].map((length) => ({ length, reward: 'zero_one', ones: 'fair' }) as const),
  ...[48, 64, 128, 256].map((length) => ({ length, reward: 'zero_one', ones: 'spread' }) as const),
];

const baselines: readonly KnownBaseline[] = [
  ...known([1], { 'single feature': 0.4, nearest: 1 }, 'training sees nearly every string of this length'),
  ...known(
    [2],
    { 'single feature': 0.35 },
    'of sixteen bits few numbers of ones are frequent, and one of them tells odd from even that often',
  ),
  ...known(
    [1, 2],
    { 'small tree': 1 },
    'it is given the number of ones, of which there are few values at these lengths',
  ),
  ...known(
    [2],
    { nearest: 0.45 },
    'the nearest of 2,000 strings of this length lie at an even distance more often than at an odd one',
  ),
];

/**
 * Is the number of ones odd? One wrong bit flips the answer, so partial reading earns nothing.
 *
 *     Y = x₁ ⊕ … ⊕ x_T,  xₜ ~ Bernoulli(½), or Σ xₜ ~ U{1 … T} (`ones=spread`)
 *
 * @source spec/benchmark-suite §3.1
 */
export const parity: ReturnType<typeof defineBitSequence> = defineBitSequence({
  name: 'PARITY',
  version: 2,
  baselines,
  says: 'Tell whether a string of bits holds an odd number of ones.',
  question: 'The answer is 1 if the number of ones is odd and 0 if it is even.',
  levels,
  label(bits) {
    let sum = 0;
    for (const bit of bits) sum ^= bit;
    return sum;
  },
  recount: (bits) => bits.filter((bit) => bit === 1).length % 2,
});
