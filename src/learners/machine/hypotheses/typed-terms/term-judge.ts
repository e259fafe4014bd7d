import type { FacePorts } from '#foundation/contracts/words';
import type { Batch, Situation } from './batch.ts';
import { batchOf, type Example } from './examples.ts';
import type { Grounds } from './grow-terms.ts';
import type { NumberTerm, Register } from './typed-term.ts';

const MOST_HITS = 400;

const MOST_MISSES = 1200;

/** What a term is looked for by. */
export interface Wanted {
  readonly face: FacePorts;
  readonly examples: readonly Example[];
  readonly registers: readonly Register[];
  readonly more: Grounds['more'];
  /** The word of the action. */
  readonly word: number;
  /** Effort after which no further terms are grown. */
  readonly effort: number;
  /** Whether terms under tests are looked for at the end. */
  readonly splits: boolean;
  /** Right answers that terms were wrong about which agreed with the first ones; what is found goes here too. */
  readonly hard?: Example[];
}

/** Whether a term says what was right and nothing that was wrong. */
export class Judge {
  readonly all: Batch;
  readonly hits: readonly Example[];
  readonly word: number;
  readonly right: Int32Array;
  private readonly said: Int32Array;

  constructor({ face, examples, registers, word }: Pick<Wanted, 'face' | 'examples' | 'registers' | 'word'>) {
    this.word = word;
    this.hits = mixed(
      examples.filter(({ isRight }) => isRight),
      word,
    ).slice(0, MOST_HITS);
    // A wrong answer of several words does not tell which.
    const isAlone = face.action.ports.length === 1;
    const misses = isAlone ? examples.filter(({ isRight }) => !isRight).slice(0, MOST_MISSES) : [];
    const both = [...this.hits, ...misses];
    this.all = batchOf(both, face, registers, word);
    this.said = Int32Array.from(both, ({ said }) => said[word]!);
    this.right = this.said.subarray(0, this.hits.length);
  }

  accepts(term: NumberTerm): boolean {
    const isRight = this.places(term).length === 0;
    this.all.forget(term);
    return isRight;
  }

  /** The first right answer that contradicts a term. */
  missed(term: NumberTerm): Example | undefined {
    const values = this.all.number(term);
    const at = this.right.findIndex((value, i) => value !== values[i]);
    this.all.forget(term);
    return this.hits[at];
  }

  /** Examples that contradict a term. */
  wrongAt(term: NumberTerm): Situation[] {
    return this.places(term).map((i) => this.all.situations[i]!);
  }

  private places(term: NumberTerm): number[] {
    const hits = this.right.length;
    return [...this.all.number(term)].flatMap((value, i) => ((value === this.said[i]) === i < hits ? [] : [i]));
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
