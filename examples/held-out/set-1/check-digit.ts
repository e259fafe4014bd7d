import { codec, defineAnswer, int, listOf, type ParamsOf, parseInteger, whole } from 'pawl/tasks';

type Digits = readonly number[];

const params = { length: int(1, 24, 'number of digits') };

/** The check digit of an article number (EAN): digits weigh 3 and 1 in turn, from the right, and the check digit fills the sum up to a multiple of 10. */
export default defineAnswer<ParamsOf<typeof params>, { readonly digits: Digits }, Digits, number>({
  name: 'CHECK_DIGIT',
  family: 'strangers',
  domain: 'math',
  tags: ['commerce'],
  says: 'Work out the check digit of an article number.',
  params,
  levels: [2, 4, 7, 11, 17].map((length) => ({ length })),
  difficulty: ({ length }) => length,
  generate: ({ length }, rng) => ({ digits: Array.from({ length }, () => rng.below(10)) }),
  observe: ({ digits }) => digits,
  answer: ({ digits }) => {
    const sum = digits.toReversed().reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0);
    return (10 - (sum % 10)) % 10;
  },
  check: ({ digits }, action) => {
    let rest = action;
    for (let place = digits.length - 1, weight = 3; place >= 0; place--, weight = 4 - weight)
      rest += weight * (digits[place] ?? 0);
    const ok = rest % 10 === 0;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng) => rng.below(10),
  randomReturn: () => 1 / 10,
  text: {
    rules: () =>
      'You are given the digits of an article number without its check digit. From the right, digits weigh 3, 1, 3, 1 and so on. Reply with the digit that fills the weighted sum up to a multiple of 10, such as "answer: 4". A right answer earns 1.',
    observation: (digits) => `digits: ${digits.join(' ')}`,
    action: (action) => String(action),
    parse: (reply) => parseInteger(reply, 0, 9),
  },
  bits: ({ length }) => ({ observation: codec(listOf(length, whole(0, 9))), action: codec(whole(0, 9)), token: 4 }),
});
