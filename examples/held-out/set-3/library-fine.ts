import { codec, defineAnswer, int, oneOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const DAYS = 365;
const KINDS = ['book', 'film', 'game'] as const;
type Kind = (typeof KINDS)[number];

/** What a day costs, by what was lent. */
const PER_DAY: Record<Kind, number> = { book: 2, film: 3, game: 5 };

const params = { late: int(5, 70, 'most days that anything is late') };

/** A slip of the returns desk. Days are counted from the first of January; no fine is above the price of the thing. */
interface Slip {
  readonly kind: Kind;
  readonly price: number;
  readonly due: number;
  readonly returned: number;
}

interface Loan extends Slip {
  readonly most: number;
}

/** What is to be paid for a thing that came back late? */
export default defineAnswer<ParamsOf<typeof params>, Loan, Slip, number>({
  name: 'LIBRARY_FINE',
  family: 'strangers',
  domain: 'math',
  tags: ['rule', 'record'],
  says: 'The fine for a loan: days late times the rate of its kind, never above its price.',
  params,
  levels: [10, 40, 50, 60, 70].map((late) => ({ late })),
  difficulty: ({ late }) => late,
  generate: ({ late }, rng) => {
    const due = rng.int(1 + late, DAYS - late);
    const returned = rng.chance(0.05) ? due - rng.int(0, late) : due + rng.int(1, late);
    return { kind: rng.pick(KINDS), price: rng.int(3 * late, 5 * late), due, returned, most: 5 * late };
  },
  observe: ({ kind, price, due, returned }) => ({ kind, price, due, returned }),
  answer: ({ kind, price, due, returned }) => Math.min(price, Math.max(0, returned - due) * PER_DAY[kind]),
  check: ({ kind, price, due, returned }, action) => {
    let owed = 0;
    for (let day = due + 1; day <= returned; day += 1) owed += PER_DAY[kind];
    const ok = action === (owed > price ? price : owed);
    return ok ? { ok, reward: 1 } : { ok, reward: 0, why: `${owed} for the days, at most ${price}` };
  },
  baselines: [
    { predictor: 'small tree', levels: [1], score: 0.6, why: 'few days late at level 1' },
    { predictor: 'linear', levels: [1], score: 0.4, why: 'few days late at level 1' },
    { predictor: 'nearest', levels: [1], score: 0.3, why: 'few days late at level 1' },
  ],
  randomAction: (_, rng, { late }) => rng.int(0, 5 * late),
  randomReturn: ({ most }) => 1 / (most + 1),
  text: {
    rules: () =>
      `You are shown a loan of a library: what it is, what it costs to buy, the day it was due and the day it came back (days of the year). A day late costs 2 for a book, 3 for a film and 5 for a game, but never more than the thing costs. Reply with the fine, such as "answer: 12". A right answer earns 1.`,
    observation: ({ kind, price, due, returned }) =>
      `${kind} that costs ${price}, due on day ${due}, returned on day ${returned}`,
    action: (fine) => String(fine),
    parse: (reply, { late }) => parseInteger(reply, 0, 5 * late),
  },
  bits: ({ late }) => ({
    observation: codec(
      record<Slip>({
        kind: oneOf(KINDS),
        price: whole(0, 5 * late),
        due: whole(1, DAYS),
        returned: whole(1, DAYS),
      }),
    ),
    action: codec(whole(0, 5 * late)),
  }),
});
