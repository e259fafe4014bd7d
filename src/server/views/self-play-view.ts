import { z } from 'zod';
import { type Json, type RunEvent } from '#contracts';
import { entriesAt, fieldAt, numberAt, textAt } from '../json-fields.ts';
import { Curve, curveOf, type Point } from './curve.ts';

const Question = z.strictObject({
  id: z.string(),
  iteration: z.number(),
  question: z.string(),
  cons: z.number().nullable(),
  sep: z.number().nullable(),
  stab: z.number().nullable(),
  combined: z.number().nullable(),
  kept: z.boolean(),
  why: z.string().nullable(),
});

/** What a run of self-play has done: which questions it made, which it kept and why, and how its solver stands. */
export const SelfPlayView = z.strictObject({
  questions: z.array(Question),
  total: z.int(),
  kept: z.int(),
  /** Why questions were filtered out, most frequent first. */
  reasons: z.array(z.strictObject({ why: z.string(), count: z.int() })),
  solver: z.array(Curve),
  generator: z.array(Curve),
  judge: z.array(Curve),
  yield: z.array(Curve),
});
export type SelfPlayView = z.infer<typeof SelfPlayView>;

/** Questions that a page shows at most, the newest. */
const MOST_QUESTIONS = 2000;

export function selfPlayView(events: Iterable<RunEvent>): SelfPlayView {
  const questions: z.infer<typeof Question>[] = [];
  const reasons = new Map<string, number>();
  const groups = { solver: lines(), generator: lines(), judge: lines(), yield: lines() };
  let kept = 0;
  let total = 0;
  for (const { type, data, seq } of events) {
    if (type === 'question-judged' || type === 'question-filtered' || type === 'question-kept') {
      const question = questionOf(data, type === 'question-kept');
      questions.push({ ...question, id: question.id === '' ? `event ${seq}` : question.id });
      if (questions.length > 2 * MOST_QUESTIONS) questions.splice(0, MOST_QUESTIONS);
      total += 1;
      if (question.kept) kept += 1;
      else reasons.set(question.why ?? 'not told', (reasons.get(question.why ?? 'not told') ?? 0) + 1);
    } else if (type === 'iteration-ended') {
      const x = numberAt(data, 'iteration') ?? 0;
      for (const name of ['solver', 'generator', 'judge'] as const) gather(groups[name], x, name, fieldAt(data, name));
      for (const name of ['questions', 'kept', 'pairs']) {
        const y = numberAt(data, name);
        if (y !== undefined) push(groups.yield, name, { x, y });
      }
    }
  }
  const curves = (group: Map<string, Point[]>): Curve[] =>
    [...group].map(([name, points]) => curveOf(name, 'iteration', points, 300));
  return {
    questions: questions.slice(-MOST_QUESTIONS),
    total,
    kept,
    reasons: [...reasons].map(([why, count]) => ({ why, count })).toSorted((a, b) => b.count - a.count),
    solver: curves(groups.solver),
    generator: curves(groups.generator),
    judge: curves(groups.judge),
    yield: curves(groups.yield),
  };
}

function lines(): Map<string, Point[]> {
  return new Map();
}

function push(group: Map<string, Point[]>, name: string, point: Point): void {
  group.set(name, [...(group.get(name) ?? []), point]);
}

/** Every number under a name is a line of its own; `low` and `high` bound the score beside them. */
function gather(group: Map<string, Point[]>, x: number, name: string, told: Json | undefined): void {
  if (typeof told === 'number') push(group, name, { x, y: told });
  for (const [field, y] of entriesAt(told)) {
    if (typeof y !== 'number' || field === 'low' || field === 'high') continue;
    const isScore = field === 'score';
    push(group, field, {
      x,
      y,
      low: isScore ? numberAt(told, 'low') : undefined,
      high: isScore ? numberAt(told, 'high') : undefined,
    });
  }
}

function questionOf(data: Json, isKept: boolean): z.infer<typeof Question> {
  const metric = (name: string): number | null => numberAt(data, name) ?? numberAt(data, 'reliability', name) ?? null;
  return {
    id: textAt(data, 'id') ?? '',
    iteration: numberAt(data, 'iteration') ?? 0,
    question: textAt(data, 'question') ?? textAt(data, 'text') ?? '',
    cons: metric('cons'),
    sep: metric('sep'),
    stab: metric('stab'),
    combined: metric('combined'),
    kept: isKept || fieldAt(data, 'kept') === true,
    why: textAt(data, 'why') ?? null,
  };
}
