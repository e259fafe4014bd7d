import type { Rng } from '#foundation/kernel';
import type { KnownBaseline, Template } from '#foundation/contracts/tasks';
import { defineAnswer } from '../../define/define-answer.ts';
import { bitString, codec } from '../../faces/bit-layout.ts';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import { binaryAnswer, binaryReward, rewardOfBinary, worstOfBinary } from './binary-answer.ts';

const params = { length: int(1, 4096, 'number of bits, T'), reward: binaryReward };
const ones = choice(
  ['fair', 'spread'],
  'fair: every bit is a fair coin; spread: the number of ones is drawn evenly from 1 … T, then where they stand',
);
export type BitSequenceParams = ParamsOf<typeof params> & Partial<ParamsOf<{ ones: typeof ones }>>;

/** Longer strings have more arrangements than a number can tell. */
const LONGEST_SPREAD = 1000;

/** A string of bits and the bit that is wanted for it. */
export interface BitSequence {
  readonly params: BitSequenceParams;
  readonly bits: Uint8Array;
  /** 1 where the reward has been turned around and the other bit is wanted. */
  readonly inverted: number;
  readonly answer: number;
}

/** What tells one such family from another. `label` and `recount` are two ways to compute the same bit. */
export interface BitSequenceFamily {
  readonly name: string;
  readonly version?: number;
  readonly says: string;
  readonly question: string;
  /** Where they say `ones`, it is a parameter. */
  readonly levels: readonly BitSequenceParams[];
  readonly baselines: readonly KnownBaseline[];
  label(bits: Iterable<number>): number;
  recount(bits: Uint8Array): number;
}

/**
 * A family that asks one bit about a string of bits, streamed one token per step or read at once.
 *
 * @source spec/benchmark-suite §3.1
 */
// oxlint-disable-next-line max-lines-per-function -- one declaration: the members of a template
export function defineBitSequence(
  family: BitSequenceFamily,
): Template<BitSequenceParams, BitSequence, Uint8Array, number> {
  const labelled = (params: BitSequenceParams, bits: Uint8Array, inverted: number): BitSequence => ({
    params,
    bits,
    inverted,
    answer: family.label(bits) ^ inverted,
  });
  const isSpreadable = family.levels[0]?.ones !== undefined;
  return defineAnswer<BitSequenceParams, BitSequence, Uint8Array, number>({
    name: family.name,
    ...(family.version !== undefined && { version: family.version }),
    family: 'sequence',
    domain: 'reasoning',
    tags: ['algorithmic', 'benchmark'],
    says: family.says,
    baselines: family.baselines,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- levels without `ones` are drawn fair, and nothing asks them for it
    params: (isSpreadable ? { ...params, ones } : params) as typeof params & { ones: typeof ones },
    levels: family.levels,
    conflict: ({ length, ones: how }) =>
      how === 'spread' && (length % 2 === 1 || length > LONGEST_SPREAD)
        ? `length is ${length}, must be even and at most ${LONGEST_SPREAD} where ones=spread`
        : undefined,
    difficulty: ({ length }) => length,
    generate: (params, rng) => labelled(params, drawString(params, rng), 0),
    metrics: [{ name: 'cross_entropy', better: 'lower', says: 'bits lost, where probabilities are asked for' }],
    measureAnswer: ({ params: { reward }, answer }, action) => ({
      cross_entropy:
        reward === 'zero_one'
          ? undefined
          : -(action === undefined ? worstOfBinary(reward) : rewardOfBinary(reward, answer, action)),
    }),
    observe: ({ bits }) => bits,
    answer: ({ answer }) => answer,
    reward: ({ params: { reward }, answer }, action) => rewardOfBinary(reward, answer, action),
    illegalReward: ({ params: { reward } }) => worstOfBinary(reward),
    rewardRange: ({ reward }) => binaryAnswer.rewardRange(reward),
    optimum: ({ params: { reward } }) => ({ kind: 'exact', reward: binaryAnswer.best(reward) }),
    check({ params: { reward }, bits, inverted }, action) {
      const truth = inverted === 1 ? 1 - family.recount(bits) : family.recount(bits);
      return { ok: binaryAnswer.isRight(truth, action), reward: rewardOfBinary(reward, truth, action) };
    },
    randomAction: (_, rng, { reward }) => binaryAnswer.random(reward, rng),
    randomReturn: ({ params: { reward } }) => binaryAnswer.randomReturn(reward),
    text: {
      rules: ({ length, reward }) => `You are given ${length} bits. ${family.question} ${binaryAnswer.format(reward)}`,
      observation: (bits) => `bits: ${bitsText(bits)}`,
      action: (action) => String(action),
      parse: (reply, { reward }) => binaryAnswer.parse(reward, reply),
    },
    bits: ({ length, reward }) => ({
      observation: codec(bitString(length)),
      action: binaryAnswer.codec(reward),
      token: 1,
    }),
    label: ({ answer }) => String(answer),
    sequence: {
      alphabet: () => 2,
      read: ({ bits }) => [...bits],
      replace: ({ params, inverted }, symbols) =>
        params.ones === 'spread' && !symbols.includes(1)
          ? undefined
          : labelled(params, Uint8Array.from(symbols), inverted),
      ...(isSpreadable && { weight: ({ params, bits }: BitSequence) => weightOf(params, bits) }),
    },
    varies: ['reward'],
    vary: ({ params, bits }, what, { index }) => labelled(params, bits, what === 'reward' ? index % 2 : 0),
  });
}

function drawString({ length, ones: how }: BitSequenceParams, rng: Rng): Uint8Array {
  if (how !== 'spread') return drawBits(length, rng);
  const count = rng.int(1, length);
  return Uint8Array.from(rng.shuffle(Array.from({ length }, (_, i) => (i < count ? 1 : 0))));
}

/** All strings with k ones share the chance of k: P(x) ∝ 1 / C(T, k), here C(T, ⌊T/2⌋) / C(T, k). */
function weightOf({ length, ones: how }: BitSequenceParams, bits: Uint8Array): number {
  if (how !== 'spread') return 1;
  const count = bits.reduce((sum, bit) => sum + bit, 0);
  let weight = 1;
  for (let k = Math.max(count, length - count); k > Math.floor(length / 2); k -= 1) weight *= k / (length - k + 1);
  return weight;
}

/** Fair bits, one per byte; 32 of them cost one draw. */
function drawBits(length: number, rng: Rng): Uint8Array {
  const bits = new Uint8Array(length);
  let word = 0;
  for (let i = 0; i < length; i += 1) {
    if (i % 32 === 0) word = rng.uint32();
    bits[i] = word & 1;
    word >>>= 1;
  }
  return bits;
}

/** `1 0 1 1`: one token per bit for most tokenisers. */
export function bitsText(bits: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bits.length; i += 1) text += i === 0 ? String(bits[i]) : ` ${bits[i]}`;
  return text;
}
