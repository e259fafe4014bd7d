import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { CompareItem, RankItem, ScoreItem } from '#foundation/contracts/self-play';
import { practiceWorldNames } from './practice-forms.ts';
import { createPracticeWorld, type PracticeWorld } from './practice-world.ts';

const Arguments = z.tuple([
  z.enum(['judge', 'examiner', 'corpus']),
  z.enum(practiceWorldNames),
  z.coerce.number().int(),
  z.enum(['by-family', 'homogeneous']),
  z.coerce.number().default(0),
  z.coerce.number().default(0),
]);

const Score = z.strictObject({ id: z.int(), score: z.array(ScoreItem) });
const Compare = z.strictObject({ id: z.int(), compare: z.array(CompareItem) });
const Rank = z.strictObject({ id: z.int(), rank: z.array(RankItem) });
const Draw = z.strictObject({ id: z.int(), draw: z.int().min(1) });
const Grade = z.strictObject({
  id: z.int(),
  grade: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
});

/** A judge answers three kinds of request, and none of them with the truth; whoever examines is another process. */
export async function servePractice(args: readonly string[], input: Readable, output: Writable): Promise<void> {
  const [role, name, seed, noise, count, wrong] = Arguments.parse([...args]);
  const world = createPracticeWorld(name, seed, noise);
  const say = (value: unknown): void => void output.write(`${JSON.stringify(value)}\n`);
  if (role === 'corpus') {
    for (const row of world.corpus(count, wrong)) say(row);
    return;
  }
  for await (const line of createInterface({ input })) {
    let asked: unknown;
    try {
      asked = JSON.parse(line);
    } catch {
      asked = undefined;
    }
    say(role === 'judge' ? await judge(world, asked) : examine(world, asked));
  }
}

const Identified = z.looseObject({ id: z.int() });
const refusal = (asked: unknown): unknown => ({
  id: Identified.safeParse(asked).data?.id ?? -1,
  error: 'not something this process answers',
});

async function judge(world: PracticeWorld, asked: unknown): Promise<unknown> {
  const score = Score.safeParse(asked);
  if (score.success) return { id: score.data.id, scores: await world.judge.score(score.data.score) };
  const compare = Compare.safeParse(asked);
  if (compare.success) return { id: compare.data.id, preferences: await world.judge.compare(compare.data.compare) };
  const rank = Rank.safeParse(asked);
  if (rank.success) return { id: rank.data.id, rankings: await world.judge.rank(rank.data.rank) };
  return refusal(asked);
}

function examine(world: PracticeWorld, asked: unknown): unknown {
  const draw = Draw.safeParse(asked);
  if (draw.success) {
    return { id: draw.data.id, questions: world.exam(draw.data.draw, 'exam').map(({ question }) => question) };
  }
  const grade = Grade.safeParse(asked);
  if (!grade.success) return refusal(asked);
  const grades = grade.data.grade.map(({ question, answer }) => ({
    isRight: world.isRight(question, answer),
    isJudgeable: world.isJudgeable(question),
  }));
  return { id: grade.data.id, grades };
}
