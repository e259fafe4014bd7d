import type { KnownBaseline } from '#foundation/contracts/tasks';
import { byDefinition, known } from '../../define/known-baselines.ts';
import { type BitSequenceParams, defineBitSequence } from './bit-sequence.ts';

const shortStrings: readonly KnownBaseline[] = [
  ...known([1], { 'single feature': 0.4, nearest: 1 }, 'training sees nearly every string of this length'),
  ...known(
    [2],
    { 'single feature': 0.35 },
    'of sixteen bits few numbers of ones are frequent, and one of them tells odd from even that often',
  ),
];

const firstLevels: readonly BitSequenceParams[] = [8, 16, 32, 64, 128, 256].map((length) => ({
  length,
  reward: 'zero_one',
}));

/**
 * Of fair bits the number of ones lies in a narrow range, whose few values a tree tells apart one by one. From level 3 on it is drawn
 * evenly from 1 … T instead: then a cut of the count holds odd and even numbers alike.
 */
const levels: readonly BitSequenceParams[] = [
  ...[8, 16].map((length) => ({ length, reward: 'zero_one', ones: 'fair' }) as const),
  ...[48, 64, 128, 256].map((length) => ({ length, reward: 'zero_one', ones: 'spread' }) as const),
];

/**
 * Is the number of ones odd? One wrong bit flips the answer, so partial reading earns nothing.
 *
 *     Y = x₁ ⊕ … ⊕ x_T,  xₜ ~ Bernoulli(½), or Σ xₜ ~ U{1 … T} (`ones=spread`, since version 2)
 *
 * @source seed 003 §3.1
 */
const parityOf = (version: 1 | 2): ReturnType<typeof defineBitSequence> =>
  defineBitSequence({
    name: 'PARITY',
    version,
    baselines: version === 1 ? firstBaselines : baselines,
    says: 'Tell whether a string of bits holds an odd number of ones.',
    question: 'The answer is 1 if the number of ones is odd and 0 if it is even.',
    levels: version === 1 ? firstLevels : levels,
    label(bits) {
      let sum = 0;
      for (const bit of bits) sum ^= bit;
      return sum;
    },
    recount: (bits) => bits.filter((bit) => bit === 1).length % 2,
  });

const firstBaselines: readonly KnownBaseline[] = [
  ...byDefinition(
    [1, 2, 3, 4, 5, 6],
    ['small tree'],
    'it is given the number of ones, and parity is the last bit of that',
  ),
  ...shortStrings,
  ...known(
    [2, 3],
    { nearest: 0.45 },
    'the nearest of 2,000 strings of this length lie at an even distance more often than at an odd one',
  ),
];

const baselines: readonly KnownBaseline[] = [
  ...shortStrings,
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

export const parity = parityOf(2);
export const parity1 = parityOf(1);
