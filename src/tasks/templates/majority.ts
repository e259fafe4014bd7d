import { defineAnswer } from '../define-answer.ts';
import { bitString, codec, whole } from '../faces/bit-layout.ts';
import { parseInteger } from '../faces/reply.ts';
import { int, type ParamsOf } from '../param-range.ts';
import { bitsText, drawBits } from './bit-sequence.ts';

const params = { length: int(1, 4096, 'number of bits, T; even lengths favour the answer 1, as ties count for it') };
type MajorityParams = ParamsOf<typeof params>;

interface MajorityInstance {
  readonly bits: Uint8Array;
  /** 1 where the reward has been turned around. */
  readonly inverted: number;
  readonly answer: number;
}

function majorityOf(bits: Iterable<number>, inverted: number): number {
  let ones = 0;
  let length = 0;
  for (const bit of bits) {
    ones += bit;
    length += 1;
  }
  return (2 * ones >= length ? 1 : 0) ^ inverted;
}

/**
 * Are at least half of the bits ones?
 *
 *     Y = 1 iff Σ xₜ ≥ T/2,  xₜ ~ Bernoulli(½)
 *
 * The levels are odd: there P(Y = 1) is exactly ½.
 *
 * @source seed 003 §3.1
 */
export const majority = defineAnswer<MajorityParams, MajorityInstance, Uint8Array, number>({
  name: 'MAJORITY',
  family: 'sequence',
  domain: 'reasoning',
  tags: ['algorithmic', 'benchmark'],
  says: 'Tell whether at least half of the bits are ones.',
  params,
  levels: [{ length: 7 }, { length: 15 }, { length: 31 }, { length: 63 }, { length: 127 }, { length: 255 }],
  difficulty: ({ length }) => length,
  generate({ length }, rng) {
    const bits = drawBits(length, rng);
    return { bits, inverted: 0, answer: majorityOf(bits, 0) };
  },
  observe: ({ bits }) => bits,
  answer: ({ answer }) => answer,
  check({ bits, inverted }, action) {
    const zeros = bits.filter((bit) => bit === 0).length;
    const truth = zeros <= bits.length - zeros ? 1 - inverted : inverted;
    return action === truth ? { ok: true, reward: 1 } : { ok: false, reward: 0 };
  },
  randomAction: (_, rng) => rng.bit(),
  randomReturn: () => 0.5,
  text: {
    rules: ({ length }) =>
      `You are given ${length} bits. Answer 1 if at least half of them are ones, else 0. ` +
      'A right answer earns 1, anything else 0. Reply with "answer: 0" or "answer: 1".',
    observation: (bits) => `bits: ${bitsText(bits)}`,
    action: (action) => String(action),
    parse: (reply) => parseInteger(reply, 0, 1),
  },
  bits: ({ length }) => ({ observation: codec(bitString(length)), action: codec(whole(0, 1)), token: 1 }),
  label: ({ answer }) => String(answer),
  sequence: {
    alphabet: () => 2,
    read: ({ bits }) => [...bits],
    replace: ({ inverted }, symbols) => ({
      bits: Uint8Array.from(symbols),
      inverted,
      answer: majorityOf(symbols, inverted),
    }),
  },
  vary({ bits }, what, { index }) {
    const inverted = what === 'reward' ? index % 2 : 0;
    return { bits, inverted, answer: majorityOf(bits, inverted) };
  },
});
