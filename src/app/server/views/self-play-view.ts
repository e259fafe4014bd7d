import { z } from 'zod';
import type { Json, RunEvent } from '#foundation/contracts';
import { wilsonInterval } from '#foundation/statistics';
import { entriesAt, fieldAt, listAt, numberAt, textAt } from '../json-fields.ts';
import { Curve, curveOf, type Point } from './curve.ts';
import { type Book, type QuestionBooks, QuestionRow, type QuestionTrace, rowOf } from './question-books.ts';

const Kind = z.strictObject({
  kind: z.string(),
  judged: z.int(),
  kept: z.int(),
  cons: z.number(),
  sep: z.number(),
  stab: z.number(),
  combined: z.number(),
  validity: z.number(),
});

/** What a run of self-play has done: what became of its questions and why, and how generator, judge and solver stand. */
export const SelfPlayView = z.strictObject({
  totals: z.strictObject({
    drawn: z.int(),
    judged: z.int(),
    kept: z.int(),
    pairs: z.int(),
    judgeCalls: z.int(),
    passesSaved: z.int(),
    held: z.int(),
  }),
  /** Why questions were filtered out, most frequent first. */
  reasons: z.array(z.strictObject({ why: z.string(), count: z.int() })),
  kinds: z.array(Kind),
  solver: z.array(Curve),
  reliability: z.array(Curve),
  drift: z.array(Curve),
  variety: z.array(Curve),
  judge: z.array(Curve),
  yield: z.array(Curve),
  /** Iterations whose update of the generator was taken back, and why. */
  held: z.array(z.strictObject({ iteration: z.number(), why: z.string() })),
  /** Why the judge was not trusted, by iteration. */
  distrust: z.array(z.strictObject({ iteration: z.number(), why: z.string() })),
  exam: z
    .strictObject({ questions: z.number(), before: z.number(), after: z.number(), low: z.number(), high: z.number() })
    .nullable(),
  /** Fresh questions of the first and of the last generator under one solver: mean reliability, its rise, and what is left of variety. */
  generators: z
    .strictObject({
      first: z.number(),
      last: z.number(),
      low: z.number(),
      high: z.number(),
      texts: z.number(),
      kinds: z.number(),
    })
    .nullable(),
  learnsBy: z.string().nullable(),
});
export type SelfPlayView = z.infer<typeof SelfPlayView>;

export const QuestionList = z.strictObject({
  rows: z.array(QuestionRow),
  total: z.int(),
  kinds: z.array(z.string()),
});
export type QuestionList = z.infer<typeof QuestionList>;

const groups = ['solver', 'reliability', 'drift', 'variety', 'judge', 'yield'] as const;
type Group = (typeof groups)[number];

/** What a run of self-play has told so far. */
export class SelfPlayFold {
  readonly totals = { drawn: 0, judged: 0, kept: 0, pairs: 0, judgeCalls: 0, passesSaved: 0, held: 0 };
  readonly reasons = new Map<string, number>();
  readonly kinds = new Map<string, z.infer<typeof Kind>>();
  readonly held: SelfPlayView['held'] = [];
  readonly distrust: SelfPlayView['distrust'] = [];
  exam: SelfPlayView['exam'] = null;
  generators: SelfPlayView['generators'] = null;
  learnsBy: string | null = null;
  readonly #lines = new Map<Group, Map<string, Point[]>>(groups.map((group) => [group, new Map()]));
  readonly #books: QuestionBooks;
  #iteration = 0;

  constructor(books: QuestionBooks) {
    this.#books = books;
  }

  #curves(group: Group): Curve[] {
    return [...(this.#lines.get(group) ?? [])].map(([name, points]) => curveOf(name, 'iteration', points, 300));
  }

  add({ type, data }: RunEvent): void {
    this.#iteration = numberAt(data, 'iteration') ?? this.#iteration;
    if (type === 'questions-judged') this.#judged(data);
    else if (type === 'selfplay-started') this.learnsBy = textAt(data, 'generatorLearnsBy') ?? null;
    else if (type === 'generator-updated') this.#generator(data);
    else if (type === 'generator-held') this.#generatorHeld(data);
    else if (type === 'judge-checked') this.#checked(data);
    else if (type.startsWith('candidate-')) this.#tried(data);
    else if (type === 'exam-taken') this.#examined(data);
    else if (type === 'generators-compared') this.#compared(data);
  }

  /** As far as the events tell; the summary of a run that ended also counts what its last checks asked of the judge. */
  view(summary: Json = null): SelfPlayView {
    const counted = (name: 'judgeCalls' | 'passesSaved'): number => numberAt(summary, name) ?? this.totals[name];
    return {
      totals: { ...this.totals, judgeCalls: counted('judgeCalls'), passesSaved: counted('passesSaved') },
      reasons: [...this.reasons].map(([why, count]) => ({ why, count })).toSorted((a, b) => b.count - a.count),
      kinds: [...this.kinds.values()].toSorted((a, b) => b.combined - a.combined),
      held: this.held.slice(-MOST_ROWS),
      distrust: this.distrust.slice(-MOST_ROWS),
      exam: this.exam,
      generators: this.generators,
      learnsBy: this.learnsBy,
      solver: this.#curves('solver'),
      reliability: this.#curves('reliability'),
      drift: this.#curves('drift'),
      variety: this.#curves('variety'),
      judge: this.#curves('judge'),
      yield: this.#curves('yield'),
    };
  }

  #point(group: Group, name: string, y: number | undefined, band: Partial<Point> = {}): void {
    if (y === undefined) return;
    const lines = this.#lines.get(group)!;
    const points = lines.get(name) ?? [];
    if (points.length === 0) lines.set(name, points);
    points.push({ ...band, x: this.#iteration, y });
  }

  #judged(data: Json): void {
    const { totals } = this;
    for (const name of ['drawn', 'judged', 'kept', 'pairs'] as const) {
      const count = numberAt(data, name) ?? 0;
      totals[name] += count;
      this.#point('yield', name === 'pairs' ? 'pairs that teach' : name, count);
    }
    totals.judgeCalls = numberAt(data, 'judgeCalls') ?? totals.judgeCalls;
    totals.passesSaved = numberAt(data, 'passesSaved') ?? totals.passesSaved;
    for (const [why, count] of entriesAt(data, 'refusals')) {
      if (typeof count === 'number') this.reasons.set(why, (this.reasons.get(why) ?? 0) + count);
    }
    const [low, high] = [numberAt(data, 'reliabilityLow'), numberAt(data, 'reliabilityHigh')];
    this.#point('reliability', 'combined', numberAt(data, 'reliability'), { low, high });
    this.#point('solver', 'mean judged score in practice', numberAt(data, 'level'));
    this.#point('variety', 'evenness of kinds', evennessOf(entriesAt(data, 'kinds')));
    const drawn = numberAt(data, 'drawn') ?? 0;
    if (drawn > 0) this.#point('variety', 'asked before', (numberAt(data, 'refusals', 'repeated') ?? 0) / drawn);
    const records = textAt(data, 'records');
    if (records !== undefined) this.#read(this.#books.bookOf(records));
  }

  #read({ questions, agreement, sameInBothOrders }: Book): void {
    if (questions.length > 0) {
      const mean = (pick: (one: QuestionTrace) => number): number =>
        questions.reduce((sum, one) => sum + pick(one), 0) / questions.length;
      for (const [name, metric] of Object.entries(metrics)) {
        this.#point(
          'reliability',
          name,
          mean((one) => one[metric].value),
        );
      }
    }
    this.#point('judge', 'agreement with itself (alpha)', agreement);
    this.#point('judge', 'same in both orders', sameInBothOrders);
    for (const one of questions) this.kinds.set(one.kind, withQuestion(this.kinds.get(one.kind), one));
  }

  #generator(data: Json): void {
    this.#point('drift', 'nats per question from the start', numberAt(data, 'distance'));
    this.#point('reliability', 'reward of the generator', numberAt(data, 'reward'));
  }

  #generatorHeld(data: Json): void {
    this.totals.held += 1;
    const why = listAt(data, 'why').map(String).join(', ');
    this.held.push({ iteration: this.#iteration, why });
  }

  #checked(data: Json): void {
    this.#point('judge', 'first place preferred', numberAt(data, 'firstPlace'));
    this.#point('judge', 'foreign answers refused', numberAt(data, 'controlsRefused'));
    this.#point('judge', 'shift since the start', numberAt(data, 'drift'));
    const why = textAt(data, 'distrust');
    if (why !== undefined) this.distrust.push({ iteration: this.#iteration, why });
  }

  #tried(data: Json): void {
    const questions = numberAt(data, 'questions') ?? 0;
    for (const [name, field] of [
      ['in force, held-out', 'incumbentScore'],
      ['candidate, held-out', 'candidateScore'],
    ] as const) {
      const score = numberAt(data, field);
      if (score === undefined || questions === 0) continue;
      const { low, high } = wilsonInterval(Math.round(score * questions), questions, 0.95);
      this.#point('solver', name, score, { low, high });
    }
  }

  #compared(data: Json): void {
    const rise = (name: string): number => numberAt(data, 'reliability', name) ?? 0;
    this.generators = {
      first: rise('first'),
      last: rise('last'),
      low: rise('low'),
      high: rise('high'),
      texts: numberAt(data, 'diversity', 'distance') ?? 0,
      kinds: numberAt(data, 'diversity', 'entropy') ?? 0,
    };
  }

  #examined(data: Json): void {
    const of = (name: string): number => numberAt(data, name) ?? 0;
    if (fieldAt(data, 'before') === undefined) return;
    this.exam = {
      questions: of('questions'),
      before: of('before'),
      after: of('after'),
      low: of('low'),
      high: of('high'),
    };
  }
}

/** Notes of a kind that a page shows at most, the newest. */
const MOST_ROWS = 200;

const metrics = { consistency: 'cons', separation: 'sep', stability: 'stab' } as const;

/** Entropy of the kinds over the greatest there could be: 1 where all are asked equally often. */
function evennessOf(kinds: readonly (readonly [string, Json])[]): number | undefined {
  const counts = kinds.flatMap(([, count]) => (typeof count === 'number' && count > 0 ? [count] : []));
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length < 2) return undefined;
  return -counts.reduce((sum, count) => sum + (count / all) * Math.log(count / all), 0) / Math.log(counts.length);
}

/** Running means over the questions of a kind. */
function withQuestion(known: z.infer<typeof Kind> | undefined, one: QuestionTrace): z.infer<typeof Kind> {
  const judged = (known?.judged ?? 0) + 1;
  const mean = (before: number | undefined, value: number): number => (before ?? 0) + (value - (before ?? 0)) / judged;
  return {
    kind: one.kind,
    judged,
    kept: (known?.kept ?? 0) + (one.kept ? 1 : 0),
    cons: mean(known?.cons, one.cons.value),
    sep: mean(known?.sep, one.sep.value),
    stab: mean(known?.stab, one.stab.value),
    combined: mean(known?.combined, one.combined.value),
    validity: one.validity,
  };
}

export interface QuestionsAsked {
  readonly which?: 'kept' | 'filtered' | undefined;
  readonly kind?: string | undefined;
  readonly search?: string | undefined;
  readonly from: number;
  readonly limit: number;
}

function* questionsOf(events: Iterable<RunEvent>, books: QuestionBooks): Iterable<QuestionTrace> {
  for (const { data } of events) {
    const records = textAt(data, 'records');
    if (records !== undefined) yield* books.bookOf(records).questions;
  }
}

/** Questions of a run, newest first. */
export function questionList(
  events: Iterable<RunEvent>,
  books: QuestionBooks,
  { which, kind, search, from, limit }: QuestionsAsked,
): QuestionList {
  const all = [...questionsOf(events, books)];
  const wanted = search?.toLowerCase();
  const found = all
    .filter((one) => which === undefined || one.kept === (which === 'kept'))
    .filter((one) => (kind ?? one.kind) === one.kind)
    .filter((one) => wanted === undefined || `${one.question} ${one.why ?? ''}`.toLowerCase().includes(wanted))
    .toReversed();
  return {
    rows: found.slice(from, from + limit).map(rowOf),
    total: found.length,
    kinds: [...new Set(all.map((one) => one.kind))].toSorted(),
  };
}

export function questionTrace(events: Iterable<RunEvent>, books: QuestionBooks, id: string): QuestionTrace | undefined {
  for (const one of questionsOf(events, books)) if (one.id === id) return one;
  return undefined;
}
