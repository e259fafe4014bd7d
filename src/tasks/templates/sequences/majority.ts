import { defineBitSequence } from './bit-sequence.ts';
import { byDefinition } from '../../define/known-baselines.ts';

/**
 * Are at least half of the bits ones?
 *
 *     Y = 1 iff Σ xₜ ≥ T/2,  xₜ ~ Bernoulli(½)
 *
 * The levels are odd: there P(Y = 1) is exactly ½. At even lengths ties make 1 more frequent, as the specification defines it.
 *
 * @source spec/benchmark-suite §3.1
 */
export const majority = defineBitSequence({
  name: 'MAJORITY',
  baselines: byDefinition(
    [1, 2, 3, 4, 5, 6],
    ['single feature', 'small tree', 'linear', 'nearest'],
    'comparing the number of ones with half the length is what the task asks for; what is shown is whether a machine that reads bit by bit can count',
  ),
  says: 'Tell whether at least half of the bits are ones.',
  question: 'The answer is 1 if at least half of them are ones, else 0.',
  levels: [7, 15, 31, 63, 127, 255].map((length) => ({ length, reward: 'zero_one' })),
  label(bits) {
    let lead = 0;
    for (const bit of bits) lead += bit === 1 ? 1 : -1;
    return lead >= 0 ? 1 : 0;
  },
  recount: (bits) => (bits.filter((bit) => bit === 1).length >= bits.length / 2 ? 1 : 0),
});
