import { codec, defineAnswer, int, listOf, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const ANSWERS = ['free', 'clash'] as const;
type Answer = (typeof ANSWERS)[number];
interface Meeting {
  readonly begins: number;
  readonly lasts: number;
}
type Day = readonly Meeting[];

const params = {
  meetings: int(2, 8, 'number of meetings'),
  hours: int(4, 64, 'hours of the day'),
  longest: int(1, 8, 'longest meeting'),
};

const clashes = (day: Day): boolean =>
  day.some((one, place) =>
    day.some(
      (other, at) => at > place && one.begins < other.begins + other.lasts && other.begins < one.begins + one.lasts,
    ),
  );

/** Do any two of the meetings of a day overlap? How long they last tells nothing: only where they lie differs between the two answers. */
export default defineAnswer<ParamsOf<typeof params>, { readonly day: Day }, Day, Answer>({
  name: 'MEETING_CLASH',
  family: 'strangers',
  domain: 'agentic',
  tags: ['calendar'],
  says: 'Say whether any two meetings overlap.',
  params,
  levels: [
    { meetings: 2, hours: 8, longest: 3 },
    { meetings: 3, hours: 16, longest: 4 },
    { meetings: 4, hours: 16, longest: 3 },
    { meetings: 5, hours: 32, longest: 4 },
    { meetings: 6, hours: 32, longest: 4 },
  ],
  difficulty: ({ meetings, hours }) => meetings * Math.log2(hours),
  generate: ({ meetings, hours, longest }, rng) => {
    const lengths = Array.from({ length: meetings }, () => rng.int(1, longest));
    const wanted = rng.bit() === 1;
    for (;;) {
      const day = lengths.map((lasts) => ({ begins: rng.int(0, hours - lasts), lasts }));
      if (clashes(day) === wanted) return { day };
    }
  },
  observe: ({ day }) => day,
  answer: ({ day }) => (clashes(day) ? 'clash' : 'free'),
  check: ({ day }, action) => {
    const taken = new Set<number>();
    let hours = 0;
    for (const { begins, lasts } of day) {
      hours += lasts;
      for (let hour = begins; hour < begins + lasts; hour++) taken.add(hour);
    }
    const ok = (taken.size < hours ? 'clash' : 'free') === action;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng) => rng.pick(ANSWERS),
  randomReturn: () => 1 / 2,
  text: {
    rules: () =>
      'You are given the meetings of a day: the hour at which each begins and how many hours it lasts. Reply "answer: clash" if any two overlap, otherwise "answer: free". One may begin in the hour in which another ends. A right answer earns 1.',
    observation: (day) => day.map(({ begins, lasts }) => `at ${begins} for ${lasts}`).join('; '),
    action: (action) => action,
    parse: (reply) => parseWord(reply, ANSWERS),
  },
  bits: ({ meetings, hours, longest }) => ({
    observation: codec(listOf(meetings, record<Meeting>({ begins: whole(0, hours - 1), lasts: whole(1, longest) }))),
    action: codec(oneOf(ANSWERS)),
  }),
});
