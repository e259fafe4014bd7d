import { codec, defineAnswer, int, listOf, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Day = (typeof DAYS)[number];
interface Plan {
  readonly today: Day;
  readonly shifts: readonly number[];
}

const params = { most: int(1, 255, 'longest shift in days'), shifts: int(1, 8, 'number of shifts') };

/** Which day of the week is it after a few waits of so many days each? */
export default defineAnswer<ParamsOf<typeof params>, Plan, Plan, Day>({
  name: 'WEEKDAY_AFTER',
  family: 'strangers',
  domain: 'reasoning',
  tags: ['calendar'],
  says: 'Say which day of the week it is after some waits.',
  params,
  levels: [
    { most: 15, shifts: 1 },
    { most: 31, shifts: 2 },
    { most: 31, shifts: 3 },
    { most: 63, shifts: 3 },
    { most: 127, shifts: 4 },
  ],
  difficulty: ({ most, shifts }) => shifts * Math.log2(most + 1),
  generate: ({ most, shifts }, rng) => ({
    today: rng.pick(DAYS),
    shifts: Array.from({ length: shifts }, () => rng.int(0, most)),
  }),
  observe: (plan) => plan,
  answer: ({ today, shifts }) =>
    DAYS[shifts.reduce((day, shift) => (day + shift) % 7, DAYS.indexOf(today))] ?? 'monday',
  check: ({ today, shifts }, action) => {
    const between = (DAYS.indexOf(action) - DAYS.indexOf(today) + 7) % 7;
    let total = -between;
    for (const shift of shifts) total += shift;
    const ok = total % 7 === 0;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng) => rng.pick(DAYS),
  randomReturn: () => 1 / 7,
  text: {
    rules: () =>
      'You are told the day of the week and some waits in days, one after another. Reply with the day of the week afterwards, such as "answer: friday". A right answer earns 1.',
    observation: ({ today, shifts }) => `today: ${today}; wait: ${shifts.join(', ')} days`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, DAYS),
  },
  bits: ({ most, shifts }) => ({
    observation: codec(record<Plan>({ today: oneOf(DAYS), shifts: listOf(shifts, whole(0, most)) })),
    action: codec(oneOf(DAYS)),
  }),
});
