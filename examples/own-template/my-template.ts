import { bitString, codec, defineAnswer, int, parseInteger, type ParamsOf, whole } from 'pawl/tasks';

const params = { length: int(1, 512, 'number of bits') };

/** How many ones are there, modulo 3? Run it: `npx pawl evolve --tasks examples/own-template/my-template.ts --profile tiny` */
export default defineAnswer<ParamsOf<typeof params>, { readonly bits: Uint8Array }, Uint8Array, number>({
  name: 'ONES_MOD_3',
  family: 'own',
  domain: 'reasoning',
  tags: ['example'],
  says: 'Count the ones of a string of bits, modulo 3.',
  params,
  levels: [6, 10, 16, 32, 64].map((length) => ({ length })),
  difficulty: ({ length }) => length,
  generate: ({ length }, rng) => ({ bits: Uint8Array.from({ length }, () => rng.bit()) }),
  observe: ({ bits }) => bits,
  answer: ({ bits }) => bits.reduce((sum, bit) => (sum + bit) % 3, 0),
  check: ({ bits }, action) => {
    const ok = bits.filter((bit) => bit === 1).length % 3 === action;
    return { ok, reward: ok ? 1 : 0 };
  },
  baselines: [
    { predictor: 'small tree', levels: [1, 2, 3, 4, 5], score: 1, why: 'it counts ones', isDefinition: true },
    { predictor: 'single feature', levels: [1, 2, 3], score: 0.45, why: 'few counts are likely' },
    { predictor: 'linear', levels: [1], score: 0.45, why: 'few counts are likely' },
    { predictor: 'nearest', levels: [1, 2], score: 1, why: 'there are few strings' },
  ],
  randomAction: (_, rng) => rng.below(3),
  randomReturn: () => 1 / 3,
  text: {
    rules: ({ length }) =>
      `You are given ${length} bits. Count the ones, and reply with the remainder of that number when it is divided by 3: "answer: 0", "answer: 1" or "answer: 2". A right answer earns 1.`,
    observation: (bits) => `bits: ${[...bits].join(' ')}`,
    action: (action) => String(action),
    parse: (reply) => parseInteger(reply, 0, 2),
  },
  bits: ({ length }) => ({ observation: codec(bitString(length)), action: codec(whole(0, 2)), token: 1 }),
});
