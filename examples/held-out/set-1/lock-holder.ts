import { codec, defineAnswer, int, listOf, oneOf, type ParamsOf, parseWord, record } from 'pawl/tasks';

const PEOPLE = ['ann', 'bob', 'cid'] as const;
const DEEDS = ['take', 'give', 'ping'] as const;
const ANSWERS = ['nobody', ...PEOPLE] as const;
type Answer = (typeof ANSWERS)[number];
interface Entry {
  readonly who: (typeof PEOPLE)[number];
  readonly deed: (typeof DEEDS)[number];
}
type Log = readonly Entry[];

const params = { entries: int(1, 64, 'number of entries of the log') };

const holderOf = (log: Log): Answer =>
  log.reduce<Answer>((holder, { who, deed }) => {
    if (deed === 'take' && holder === 'nobody') return who;
    return deed === 'give' && holder === who ? 'nobody' : holder;
  }, 'nobody');

/** Who holds the lock after a log of takes, gives and pings? A take is refused while the lock is held, and only the holder can give it back. */
export default defineAnswer<ParamsOf<typeof params>, { readonly log: Log }, Log, Answer>({
  name: 'LOCK_HOLDER',
  family: 'strangers',
  domain: 'code',
  tags: ['operations'],
  says: 'Read a log and say who holds the lock at its end.',
  params,
  levels: [5, 8, 12, 20, 32].map((entries) => ({ entries })),
  difficulty: ({ entries }) => entries,
  generate: ({ entries }, rng) => {
    const wanted = rng.pick(ANSWERS);
    for (;;) {
      const log = Array.from({ length: entries }, () => ({
        who: rng.pick(PEOPLE),
        deed: DEEDS[rng.weighted([0.35, 0.25, 0.4])] ?? 'ping',
      }));
      if (holderOf(log) === wanted) return { log };
    }
  },
  observe: ({ log }) => log,
  answer: ({ log }) => holderOf(log),
  check: ({ log }, action) => {
    let at = 0;
    let holder: Answer = 'nobody';
    while (at < log.length) {
      const taken = log.findIndex(({ deed }, place) => place >= at && deed === 'take');
      if (taken < 0) break;
      const taker = log[taken]?.who;
      const given = log.findIndex(({ who, deed }, place) => place > taken && deed === 'give' && who === taker);
      if (given < 0) {
        holder = taker ?? 'nobody';
        break;
      }
      at = given + 1;
    }
    const ok = holder === action;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng) => rng.pick(ANSWERS),
  randomReturn: () => 1 / 4,
  text: {
    rules: () =>
      'You are given the log of a lock that is free at first. "take" by someone succeeds only if the lock is free, "give" has an effect only if it comes from the holder, "ping" has none. Reply with who holds the lock at the end: "answer: nobody", "answer: ann", "answer: bob" or "answer: cid". A right answer earns 1.',
    observation: (log) => log.map(({ who, deed }) => `${who} ${deed}`).join('; '),
    action: (action) => action,
    parse: (reply) => parseWord(reply, ANSWERS),
  },
  bits: ({ entries }) => ({
    observation: codec(listOf(entries, record<Entry>({ who: oneOf(PEOPLE), deed: oneOf(DEEDS) }))),
    action: codec(oneOf(ANSWERS)),
    token: 4,
  }),
});
