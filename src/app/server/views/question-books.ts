import { z } from 'zod';
import { krippendorffAlpha } from '#foundation/statistics';
import type { StoreReader } from '#world/store';

const Estimate = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
const Metrics = z.strictObject({ cons: Estimate, sep: Estimate, stab: Estimate, combined: Estimate });
const Comparison = z.tuple([z.int(), z.int(), z.enum(['first', 'second', 'tie'])]);

/** What a run of self-play keeps of a question that was judged; older runs kept no votes. */
const Kept = z.object({
  question: z.string(),
  kind: z.string(),
  iteration: z.number(),
  refusal: z.string().nullable(),
  reliability: Metrics,
  validity: z.number(),
  level: z.number(),
  bestScore: z.number(),
  answers: z.array(z.string()),
  votes: z
    .object({
      scores: z.array(z.array(z.number())),
      strong: z.array(z.int()),
      weak: z.array(z.int()),
      comparisons: z.array(Comparison),
    })
    .optional(),
  pairs: z.array(
    z.union([
      z.tuple([z.string(), z.string()]).transform(([chosen, rejected]) => ({ chosen, rejected })),
      z.object({ chosen: z.string(), rejected: z.string() }),
    ]),
  ),
  generator: z.string(),
  solver: z.string(),
});
type Kept = z.infer<typeof Kept>;

/** A judged question in a list. */
export const QuestionRow = z.strictObject({
  id: z.string(),
  iteration: z.number(),
  question: z.string(),
  kind: z.string(),
  ...Metrics.shape,
  /** P(strong answers of its kind are judged better than weak ones). */
  validity: z.number(),
  level: z.number(),
  kept: z.boolean(),
  why: z.string().nullable(),
  best: z.string(),
});
export type QuestionRow = z.infer<typeof QuestionRow>;

/** A judged question with every answer and every vote. */
export const QuestionTrace = z.strictObject({
  ...QuestionRow.shape,
  answers: z.array(
    z.strictObject({ text: z.string(), strong: z.int(), weak: z.int(), scores: z.array(z.number()), mean: z.number() }),
  ),
  comparisons: z.array(Comparison),
  pairs: z.array(z.strictObject({ chosen: z.string(), rejected: z.string() })),
  generator: z.string(),
  solver: z.string(),
});
export type QuestionTrace = z.infer<typeof QuestionTrace>;

/** The questions of one iteration, and how far its judge agreed with itself. */
export interface Book {
  readonly questions: readonly QuestionTrace[];
  /** Krippendorff's α over the passes of each answer; nothing where there are no votes. */
  readonly agreement: number | undefined;
  /** Share of pairs that were judged alike in both orders. */
  readonly sameInBothOrders: number | undefined;
}

const MOST_BOOKS = 512;

/** Judged questions by the hash of the blob they lie in: what was read once never changes. */
export class QuestionBooks {
  readonly #store: StoreReader;
  readonly #books = new Map<string, Book>();

  constructor(store: StoreReader) {
    this.#store = store;
  }

  bookOf(hash: string): Book {
    const known = this.#books.get(hash);
    if (known !== undefined) return known;
    const questions = this.#read(hash);
    const book = { questions, agreement: agreementOf(questions), sameInBothOrders: ordersOf(questions) };
    this.#books.set(hash, book);
    if (this.#books.size > MOST_BOOKS) this.#books.delete(this.#books.keys().next().value ?? '');
    return book;
  }

  #read(hash: string): QuestionTrace[] {
    const bytes = this.#store.getBlob(hash);
    const lines = bytes === undefined ? [] : new TextDecoder().decode(bytes).split('\n');
    return lines.flatMap((line, i) => {
      const kept = line === '' ? undefined : Kept.safeParse(JSON.parse(line)).data;
      return kept === undefined ? [] : [traceOf(kept, i)];
    });
  }
}

function traceOf(kept: Kept, index: number): QuestionTrace {
  const { iteration, question, kind, reliability, validity, level, refusal, votes, generator, solver } = kept;
  const answers = kept.answers.map((text, i) => {
    const scores = votes?.scores[i] ?? [];
    const mean = scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
    return { text, strong: votes?.strong[i] ?? 0, weak: votes?.weak[i] ?? 0, scores, mean };
  });
  return {
    id: `${iteration}-${index + 1}`,
    iteration,
    question,
    kind,
    ...reliability,
    validity,
    level,
    kept: refusal === null,
    why: refusal,
    best: kept.answers[0] ?? '',
    answers,
    comparisons: votes?.comparisons ?? [],
    pairs: kept.pairs,
    generator,
    solver,
  };
}

export function rowOf(trace: QuestionTrace): QuestionRow {
  const { answers: _answers, comparisons: _comparisons, pairs: _pairs, generator: _g, solver: _s, ...row } = trace;
  return row;
}

function agreementOf(questions: readonly QuestionTrace[]): number | undefined {
  // In hundredths: the cost grows with the square of the number of different values.
  const units = questions
    .flatMap(({ answers }) => answers.map(({ scores }) => scores.map((score) => Math.round(100 * score) / 100)))
    .filter((scores) => scores.length > 1);
  return units.length < 2 ? undefined : krippendorffAlpha(units, 'interval');
}

/** A pair is judged in turns, one in each order; a turn is alike where the same answer wins both. */
function ordersOf(questions: readonly QuestionTrace[]): number | undefined {
  let [alike, turns] = [0, 0];
  for (const { comparisons } of questions) {
    for (let i = 0; i + 1 < comparisons.length; i += 2) {
      const [one, other] = [comparisons[i]!, comparisons[i + 1]!];
      if (one[0] !== other[1] || one[1] !== other[0]) continue;
      turns += 1;
      if (winnerOf(one) === winnerOf(other)) alike += 1;
    }
  }
  return turns === 0 ? undefined : alike / turns;
}

function winnerOf([first, second, winner]: z.infer<typeof Comparison>): number | null {
  return winner === 'tie' ? null : winner === 'first' ? first : second;
}
