import { defineAnswer } from '../define-answer.ts';
import { bitString, codec, whole } from '../faces/bit-layout.ts';
import { parseInteger } from '../faces/reply.ts';
import { int, type ParamsOf } from '../param-range.ts';
import { bitsText, drawBits } from './bit-sequence.ts';

const params = { length: int(1, 4096, 'number of bits, T') };
type ParityParams = ParamsOf<typeof params>;

interface ParityInstance {
  readonly bits: Uint8Array;
  /** 1 where the reward has been turned around and the even answer is wanted for odd strings. */
  readonly inverted: number;
  readonly answer: number;
}

function xor(bits: Iterable<number>, inverted: number): number {
  let sum = inverted;
  for (const bit of bits) sum ^= bit;
  return sum;
}

/**
 * Is the number of ones odd? One wrong bit flips the answer, so partial reading earns nothing.
 *
 *     Y = x₁ ⊕ … ⊕ x_T,  xₜ ~ Bernoulli(½)
 *
 * @source seed 003 §3.1
 */
export const parity = defineAnswer<ParityParams, ParityInstance, Uint8Array, number>({
  name: 'PARITY',
  family: 'sequence',
  domain: 'reasoning',
  tags: ['algorithmic', 'benchmark'],
  says: 'Tell whether a string of bits holds an odd number of ones.',
  params,
  levels: [{ length: 8 }, { length: 16 }, { length: 32 }, { length: 64 }, { length: 128 }, { length: 256 }],
  difficulty: ({ length }) => length,
  generate({ length }, rng) {
    const bits = drawBits(length, rng);
    return { bits, inverted: 0, answer: xor(bits, 0) };
  },
  observe: ({ bits }) => bits,
  answer: ({ answer }) => answer,
  check({ bits, inverted }, action) {
    const ones = bits.filter((bit) => bit === 1).length;
    return action === (ones + inverted) % 2 ? { ok: true, reward: 1 } : { ok: false, reward: 0 };
  },
  randomAction: (_, rng) => rng.bit(),
  randomReturn: () => 0.5,
  text: {
    rules: ({ length }) =>
      `You are given ${length} bits. Answer 1 if the number of ones is odd and 0 if it is even. ` +
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
      answer: xor(symbols, inverted),
    }),
  },
  vary({ bits }, what, { index }) {
    const inverted = what === 'reward' ? index % 2 : 0;
    return { bits, inverted, answer: xor(bits, inverted) };
  },
});
