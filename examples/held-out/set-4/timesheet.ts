import { codec, defineAnswer, int, listOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = { days: int(1, 31, 'days on the timesheet') };

/** One day, in quarter hours: when the person came, when they left, how long they paused. */
interface Day {
  readonly came: number;
  readonly left: number;
  readonly pause: number;
}

/** What the payroll clerk sees; `norm` is the daily working time of the contract, in quarter hours. */
interface Sheet {
  readonly norm: number;
  readonly days: readonly Day[];
}

const MOST_PER_DAY = 72; // 48 quarter hours at a norm of 24: 48 + 24

const clock = (quarters: number): string =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;

/** Credit a timesheet: time worked, and what is over the norm of a day counts double. */
export default defineAnswer<ParamsOf<typeof params>, Sheet, Sheet, number>({
  name: 'TIMESHEET',
  family: 'office',
  domain: 'math',
  tags: ['payroll'],
  says: 'Add up a timesheet, where overtime of a day counts double.',
  params,
  levels: [1, 3, 5, 7, 14].map((days) => ({ days })),
  difficulty: ({ days }) => days,
  generate: ({ days }, rng) => ({
    norm: rng.int(24, 36),
    days: Array.from({ length: days }, () => {
      const came = rng.int(24, 40);
      return { came, left: came + rng.int(16, 48), pause: rng.int(0, 6) };
    }),
  }),
  observe: (sheet) => sheet,
  answer: ({ norm, days }) =>
    days.reduce((sum, { came, left, pause }) => {
      const worked = left - came - pause;
      return sum + worked + Math.max(0, worked - norm);
    }, 0),
  check: ({ norm, days }, action) => {
    // Quarter hour by quarter hour: the first `norm` of a day credit one each, the others two.
    let credit = 0;
    for (const day of days) {
      for (let quarter = day.came + day.pause, nth = 1; quarter < day.left; quarter += 1, nth += 1)
        credit += nth > norm ? 2 : 1;
    }
    const ok = credit === action;
    return ok ? { ok, reward: 1 } : { ok, reward: 0, why: `the credit is ${credit} quarter hours` };
  },
  randomAction: (_, rng, { days }) => rng.int(0, MOST_PER_DAY * days),
  randomReturn: ({ days }) => 1 / (MOST_PER_DAY * days.length + 1),
  text: {
    rules: ({ days }) =>
      `You are given a timesheet of ${days} day(s): when the person came and left, and the pause in quarter hours, which is not paid. What is worked on a day beyond the norm of a day counts double. Reply with the quarter hours to credit for the whole sheet, such as "answer: 37". A right answer earns 1.`,
    observation: ({ norm, days }) =>
      [
        `norm of a day: ${norm} quarter hours`,
        ...days.map(({ came, left, pause }, i) => `day ${i + 1}: ${clock(came)} to ${clock(left)}, pause ${pause}`),
      ].join('\n'),
    action: (action) => String(action),
    parse: (reply, { days }) => parseInteger(reply, 0, MOST_PER_DAY * days),
  },
  bits: ({ days }) => ({
    observation: codec(
      record<Sheet>({
        norm: whole(24, 36),
        days: listOf(days, record<Day>({ came: whole(24, 40), left: whole(40, 88), pause: whole(0, 6) })),
      }),
    ),
    action: codec(whole(0, MOST_PER_DAY * days)),
  }),
});
