import { codec, defineAnswer, int, listOf, parseInteger, type ParamsOf, whole } from 'pawl/tasks';

const params = {
  judges: int(3, 20, 'number of judges'),
  top: int(5, 200, 'highest mark'),
};

interface Jump {
  readonly judges: number;
  readonly top: number;
  readonly marks: readonly number[];
}

/** Diving: the highest and the lowest mark are struck, the others are added up. */
export default defineAnswer<ParamsOf<typeof params>, Jump, readonly number[], number>({
  name: 'JUDGE_MARKS',
  family: 'strangers2',
  domain: 'math',
  tags: ['sport'],
  says: 'Strike the highest and the lowest mark, and add up the others.',
  params,
  levels: [
    { judges: 4, top: 10 },
    { judges: 5, top: 30 },
    { judges: 6, top: 40 },
    { judges: 7, top: 60 },
    { judges: 9, top: 100 },
  ],
  difficulty: ({ judges, top }) => judges * top,
  generate: ({ judges, top }, rng) => ({
    judges,
    top,
    marks: Array.from({ length: judges }, () => rng.int(0, top)),
  }),
  observe: ({ marks }) => marks,
  answer: ({ marks }) => marks.reduce((sum, mark) => sum + mark, 0) - Math.max(...marks) - Math.min(...marks),
  check: ({ marks }, action) => {
    const sorted = [...marks].sort((a, b) => a - b);
    let sum = 0;
    for (const mark of sorted.slice(1, -1)) sum += mark;
    return sum === action ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `the marks that count make ${sum}` };
  },
  randomAction: (_, rng, { judges, top }) => rng.int(0, (judges - 2) * top),
  randomReturn: ({ judges, top }) => 1 / ((judges - 2) * top + 1),
  text: {
    rules: ({ judges, top }) =>
      `A jump is judged by ${judges} judges with marks from 0 to ${top}. One highest and one lowest mark are struck; reply with the sum of the others, such as "answer: 12". A right answer earns 1.`,
    observation: (marks) => `marks: ${marks.join(' ')}`,
    action: (action) => String(action),
    parse: (reply, { judges, top }) => parseInteger(reply, 0, (judges - 2) * top),
  },
  bits: ({ judges, top }) => ({
    observation: codec(listOf(judges, whole(0, top))),
    action: codec(whole(0, (judges - 2) * top)),
  }),
});
