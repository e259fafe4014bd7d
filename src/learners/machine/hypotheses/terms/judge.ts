import type { FacePorts } from '#foundation/contracts/words';
import type { Column } from '../../terms/column.ts';
import { type Environment, evaluateTerm } from '../../terms/evaluate-term.ts';
import type { Term } from '../../terms/term.ts';
import type { Example } from './examples.ts';
import type { FaceColumn } from './face-columns.ts';
import { environmentOfFace } from './face-rows.ts';

/** Right and wrong answers that terms are held against. */
const MOST_HITS = 400;
const MOST_MISSES = 1200;
/** Right answers that terms are computed at where fewer are enough. */
const PARTS = [64, 160, MOST_HITS] as const;

/** Whether a term says what was right and nothing that was wrong. */
export class Judge {
  readonly hits: readonly Example[];
  /** What is right at the first rows. */
  readonly right: Int32Array;
  readonly size: number;
  private readonly said: Int32Array;
  private readonly env: Environment;
  /** The first of the right answers, few and more and all. */
  private readonly parts: readonly Environment[];

  constructor(face: FacePorts, examples: readonly Example[], columns: readonly FaceColumn[], word: number) {
    this.hits = mixed(
      examples.filter(({ isRight }) => isRight),
      word,
    ).slice(0, MOST_HITS);
    // A wrong answer of several words does not tell which.
    const isAlone = face.action.ports.length === 1;
    const misses = isAlone ? examples.filter(({ isRight }) => !isRight).slice(0, MOST_MISSES) : [];
    const both = [...this.hits, ...misses];
    this.size = both.length;
    this.said = Int32Array.from(both, ({ said }) => said[word]!);
    this.right = this.said.subarray(0, this.hits.length);
    const environment = (some: readonly Example[]): Environment =>
      environmentOfFace(
        some.map(({ row }) => row),
        face,
        columns,
        word,
      );
    this.env = environment(both);
    this.parts = PARTS.map((rows) => environment(this.hits.slice(0, rows)));
  }

  /** What a term is worth at the first right answers, at least so many as are asked for where there are. */
  worth(term: Term, rows = MOST_HITS): Column {
    const part = this.parts.find(({ n }) => n >= rows) ?? this.parts.at(-1)!;
    return evaluateTerm(term, part);
  }

  /** The examples that contradict a term: the first that was right, and how many there are. */
  contradicts(term: Term): { readonly count: number; readonly missed: Example | undefined } {
    const column = evaluateTerm(term, this.env);
    let count = 0;
    let missed: Example | undefined;
    for (let i = 0; i < this.size; i += 1) {
      if ((column[i] === this.said[i]) === i < this.right.length) continue;
      count += 1;
      if (i < this.right.length) missed ??= this.hits[i];
    }
    return { count, missed };
  }
}

/** Examples in an order in which every answer comes as soon as any other: the first ones then tell much. */
function mixed(examples: readonly Example[], word: number): Example[] {
  const seen = new Map<number, number>();
  const turns = examples.map((example) => {
    const turn = seen.get(example.said[word]!) ?? 0;
    seen.set(example.said[word]!, turn + 1);
    return { example, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ example }) => example);
}
