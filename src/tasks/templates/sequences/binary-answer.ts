import type { BitCodec } from '#foundation/contracts/tasks';
import { codec, whole } from '../../faces/bit-layout.ts';
import { parseInteger, parseNumber } from '../../faces/reply.ts';
import { choice } from '../../define/param-range.ts';

/** How a yes-or-no answer is rewarded: 1 for the right bit, or the logarithm of the probability given to it. */
export const binaryReward = choice(
  ['zero_one', 'cross_entropy'],
  'zero_one: answer 0 or 1, the right one earns 1; cross_entropy: answer P(1), earn log2 of the probability of the truth',
);
export type BinaryReward = 'zero_one' | 'cross_entropy';

/** Probabilities are multiples of 1/64; 0 counts as 1/128, so that no loss exceeds 7 bits. */
const GRAIN = 64;
const FLOOR = 1 / 128;

/** What an answer earns when the truth is `truth`. */
export function rewardOfBinary(mode: BinaryReward, truth: number, action: number): number {
  if (mode === 'zero_one') return action === truth ? 1 : 0;
  return Math.log2(Math.max(FLOOR, truth === 1 ? action : 1 - action));
}

/** An unreadable answer earns what the worst one does. */
export function worstOfBinary(mode: BinaryReward): number {
  return mode === 'zero_one' ? 0 : -7;
}

/** The face and chance of such answers. */
export const binaryAnswer = {
  rewardRange: (mode: BinaryReward): { low: number; high: number } =>
    mode === 'zero_one' ? { low: 0, high: 1 } : { low: -7, high: 0 },
  best: (mode: BinaryReward): number => (mode === 'zero_one' ? 1 : 0),
  /** The answer leans to the truth. */
  isRight: (truth: number, action: number): boolean => (truth === 1 ? action > 0.5 : action < 0.5),
  random: (mode: BinaryReward, rng: { below(n: number): number }): number =>
    mode === 'zero_one' ? rng.below(2) : rng.below(GRAIN + 1) / GRAIN,
  randomReturn(mode: BinaryReward): number {
    if (mode === 'zero_one') return 0.5;
    let sum = 0;
    for (let i = 0; i <= GRAIN; i += 1) sum += Math.log2(Math.max(FLOOR, i / GRAIN));
    return sum / (GRAIN + 1);
  },
  format: (mode: BinaryReward): string =>
    mode === 'zero_one'
      ? 'A right answer earns 1, anything else 0. Reply with "answer: 0" or "answer: 1".'
      : 'Give the probability p that the answer is 1, as a multiple of 1/64; you earn log2 of the probability given to the ' +
        'truth, and -7 where that is 0 or the reply cannot be read. Reply as in "answer: 0.75".',
  parse(mode: BinaryReward, reply: string): number | undefined {
    if (mode === 'zero_one') return parseInteger(reply, 0, 1);
    const p = parseNumber(reply, 0, 1);
    return p === undefined ? undefined : Math.round(p * GRAIN) / GRAIN;
  },
  codec: (mode: BinaryReward): BitCodec<number> => (mode === 'zero_one' ? bit : probability),
};

const bit = codec(whole(0, 1));
const grainWord = whole(0, GRAIN);
const grains = codec(grainWord);
const probability: BitCodec<number> = {
  width: grains.width,
  shape: grainWord.shape,
  encode: (value) => grains.encode(value * GRAIN),
  decode(bits) {
    const value = grains.decode(bits);
    return value === undefined ? undefined : value / GRAIN;
  },
};
