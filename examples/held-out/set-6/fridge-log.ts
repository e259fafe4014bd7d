import { codec, defineAnswer, int, listOf, oneOf, parseWord, type ParamsOf, record, type Rng, whole } from 'pawl/tasks';

const params = { readings: int(4, 64, 'readings in the log') };

const WORDS = ['keep', 'watch', 'discard'] as const;
type Word = (typeof WORDS)[number];

/** A reading this far above the limit is a breakdown. */
const FAR = 6;

interface Log {
  readonly limit: number;
  readonly degrees: readonly number[];
}

function judge({ limit, degrees }: Log): Word {
  let row = 0;
  let warm = 0;
  for (const degree of degrees) {
    if (degree >= limit + FAR) return 'discard';
    row = degree > limit ? row + 1 : 0;
    if (row === 3) return 'discard';
    if (degree > limit) warm += 1;
  }
  return warm >= 2 ? 'watch' : 'keep';
}

function draw(readings: number, word: Word, rng: Rng): Log {
  const limit = rng.int(4, 12);
  const warmth = word === 'keep' ? 1 / readings : 0.35;
  const far = word === 'discard' && rng.bit() === 1 ? 1 / readings : 0;
  const degrees = Array.from({ length: readings }, () => {
    if (rng.chance(far)) return limit + FAR + rng.below(4);
    return rng.chance(warmth) ? limit + rng.int(1, FAR - 1) : rng.int(Math.max(0, limit - 5), limit);
  });
  return { limit, degrees };
}

/** The laboratory: what becomes of the samples in the fridge? */
export default defineAnswer<ParamsOf<typeof params>, Log, Log, Word>({
  name: 'FRIDGE_LOG',
  family: 'own',
  domain: 'safety',
  tags: ['laboratory', 'sequence'],
  says: 'Read the log of a fridge: discard after a breakdown or three warm readings in a row, watch after two warm ones.',
  params,
  levels: [{ readings: 5 }, { readings: 8 }, { readings: 12 }, { readings: 20 }],
  difficulty: ({ readings }) => readings,
  generate: ({ readings }, rng) => {
    const word = rng.pick(WORDS);
    for (;;) {
      const log = draw(readings, word, rng);
      if (judge(log) === word) return log;
    }
  },
  observe: (log) => log,
  answer: judge,
  check: ({ limit, degrees }, action) => {
    const warm = degrees.map((degree) => (degree > limit ? 'w' : '.')).join('');
    let right: Word = 'keep';
    if (warm.split('w').length > 2) right = 'watch';
    if (warm.includes('www') || Math.max(...degrees) - limit >= FAR) right = 'discard';
    return right === action ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `the samples are to ${right}` };
  },
  randomAction: (_, rng) => rng.pick(WORDS),
  randomReturn: () => 1 / 3,
  label: (log) => judge(log),
  text: {
    rules: ({ readings }) =>
      `You see the limit of a laboratory fridge and a log of ${readings} readings. A reading above the limit is warm. Say "discard" if any reading is ${FAR} or more above the limit, or if three readings in a row are warm; else "watch" if two or more readings are warm; else "keep". Reply such as "answer: keep". A right answer earns 1.`,
    observation: ({ limit, degrees }) => `limit ${limit}; log ${degrees.join(' ')}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, WORDS),
  },
  bits: ({ readings }) => ({
    observation: codec(record<Log>({ limit: whole(4, 12), degrees: listOf(readings, whole(0, 12 + FAR + 3)) })),
    action: codec(oneOf(WORDS)),
  }),
});
