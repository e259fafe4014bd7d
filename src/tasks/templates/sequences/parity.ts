import { defineBitSequence } from './bit-sequence.ts';
import { byDefinition, known } from '../../define/known-baselines.ts';

/**
 * Is the number of ones odd? One wrong bit flips the answer, so partial reading earns nothing.
 *
 *     Y = x₁ ⊕ … ⊕ x_T,  xₜ ~ Bernoulli(½)
 *
 * @source seed 003 §3.1
 */
export const parity = defineBitSequence({
  name: 'PARITY',
  baselines: [
    ...byDefinition(
      [1, 2, 3, 4, 5, 6],
      ['small tree'],
      'it is given the number of ones, and parity is the last bit of that',
    ),
    ...known([1], { 'single feature': 0.4, nearest: 1 }, 'training sees nearly every string of this length'),
    ...known(
      [2],
      { 'single feature': 0.35 },
      'of sixteen bits few numbers of ones are frequent, and one of them tells odd from even that often',
    ),
    ...known(
      [2, 3],
      { nearest: 0.45 },
      'the nearest of 2,000 strings of this length lie at an even distance more often than at an odd one',
    ),
  ],
  says: 'Tell whether a string of bits holds an odd number of ones.',
  question: 'The answer is 1 if the number of ones is odd and 0 if it is even.',
  lengths: [8, 16, 32, 64, 128, 256],
  label(bits) {
    let sum = 0;
    for (const bit of bits) sum ^= bit;
    return sum;
  },
  recount: (bits) => bits.filter((bit) => bit === 1).length % 2,
});
