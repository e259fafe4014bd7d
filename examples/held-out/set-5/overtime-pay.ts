import { codec, defineAnswer, int, listOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  days: int(1, 31, 'days on the time sheet'),
  wage: int(1, 100, 'highest pay of an hour'),
};

interface Sheet {
  readonly wage: number;
  readonly limit: number;
  readonly hours: readonly number[];
}

const LONGEST = 12;
const SHORTEST_LIMIT = 6;
const most = (days: number, wage: number) => days * (2 * LONGEST - SHORTEST_LIMIT) * wage;

/** The pay of a time sheet: each hour at the wage, the hours of a day beyond the limit at twice the wage. */
export default defineAnswer<ParamsOf<typeof params>, Sheet & { readonly top: number }, Sheet, number>({
  name: 'OVERTIME_PAY',
  family: 'set-5',
  domain: 'math',
  tags: ['payroll'],
  says: 'Pay of a time sheet, with double pay for the hours of a day beyond the limit.',
  params,
  levels: [
    { days: 1, wage: 4 },
    { days: 2, wage: 9 },
    { days: 4, wage: 15 },
    { days: 7, wage: 20 },
    { days: 10, wage: 30 },
  ],
  difficulty: ({ days, wage }) => days * wage,
  generate: ({ days, wage }, rng) => ({
    wage: rng.int(1, wage),
    limit: rng.int(SHORTEST_LIMIT, 9),
    hours: Array.from({ length: days }, () => rng.int(0, LONGEST)),
    top: most(days, wage),
  }),
  observe: ({ wage, limit, hours }) => ({ wage, limit, hours }),
  answer: ({ wage, limit, hours }) => hours.reduce((sum, h) => sum + wage * h + wage * Math.max(0, h - limit), 0),
  check: ({ wage, limit, hours }, action) => {
    let paid = 0;
    for (const worked of hours) for (let hour = 1; hour <= worked; hour += 1) paid += hour > limit ? 2 * wage : wage;
    const ok = paid === action;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng, { days, wage }) => rng.int(0, most(days, wage)),
  randomReturn: ({ top }) => 1 / (top + 1),
  baselines: [
    { predictor: 'copy', levels: [1], score: 0.3, why: 'one short day has few pays' },
    { predictor: 'single feature', levels: [1], score: 0.25, why: 'one short day has few pays' },
    { predictor: 'small tree', levels: [1], score: 0.35, why: 'one short day has few pays' },
    { predictor: 'linear', levels: [1], score: 0.65, why: 'one short day has few pays' },
    { predictor: 'nearest', levels: [1], score: 0.85, why: 'one short day has few pays' },
  ],
  text: {
    rules: ({ days }) =>
      `You are given the wage of an hour, a daily limit and the hours worked on ${days} days. Each hour pays the wage; the hours of a day beyond the limit pay twice the wage. Reply with the whole pay, such as "answer: 96". A right answer earns 1.`,
    observation: ({ wage, limit, hours }) => `wage ${wage}, limit ${limit}, hours: ${hours.join(' ')}`,
    action: (action) => String(action),
    parse: (reply, { days, wage }) => parseInteger(reply, 0, most(days, wage)),
  },
  bits: ({ days, wage }) => ({
    observation: codec(
      record<Sheet>({ wage: whole(1, wage), limit: whole(SHORTEST_LIMIT, 9), hours: listOf(days, whole(0, LONGEST)) }),
    ),
    action: codec(whole(0, most(days, wage))),
  }),
});
