import type { Sequence, SequenceShape } from '../sequence.ts';
import { type Contexts, contextsOf } from './contexts.ts';
import { type Move, type MoveController, moves, MoveState } from './move-controller.ts';

/** Tokens since the last marker are counted modulo one of these. */
const MODULI = [1, 2, 3] as const;

/** Moves that a program may make, and programs that are tried. */
const MOST_MOVES = 4;
const MOST_TRIED = 20_000_000;

/** A program with its description length. */
export interface FoundMoves {
  readonly program: MoveController;
  readonly bits: number;
}

/** Parts that hold a value, as bits of a set. */
const PART = { answer: 1, A: 2, B: 4, memory: 8 } as const;

/**
 * The program with the fewest moves that answers all data rightly, each part of it being written at one kind of token. It is built backwards from the
 * answer: a part that is read must be written somewhere, and what writes it reads others. So no move is tried whose outcome nobody reads.
 */
export function searchMoves(sequences: readonly Sequence[], shape: SequenceShape): FoundMoves | undefined {
  for (const d of MODULI) {
    const contexts = contextsOf(sequences, shape.classes, d);
    const found = new MoveSearch(sequences, shape, contexts).run();
    if (found === undefined) continue;
    const bits = Math.log2(MODULI.length) + contexts.rows.length * Math.log2(moves.length + 1);
    return { program: found, bits };
  }
  return undefined;
}

class MoveSearch {
  private readonly sequences: readonly Sequence[];
  private readonly contexts: Contexts;
  private readonly shape: SequenceShape;
  private readonly parts: MoveState;
  /** By row: the move that is made there. */
  private readonly chosen: (Move | undefined)[];
  /** What refuted programs so far, the last one first. */
  private readonly examples: Sequence[] = [];
  private tried = 0;

  constructor(sequences: readonly Sequence[], shape: SequenceShape, contexts: Contexts) {
    this.sequences = sequences;
    this.shape = shape;
    this.contexts = contexts;
    this.parts = new MoveState(shape.payloads);
    this.chosen = new Array<Move | undefined>(contexts.next.length).fill(undefined);
  }

  run(): MoveController | undefined {
    for (let most = 1; most <= MOST_MOVES; most += 1) {
      if (this.supply(PART.answer, PART.answer, most)) return this.read();
    }
    return undefined;
  }

  /** Writes the parts that are open, with exactly so many moves; `known` are those that are open or written. */
  private supply(open: number, known: number, left: number): boolean {
    if (open === 0) return left === 0 && this.isRight();
    if (left === 0 || this.tried > MOST_TRIED) return false;
    const part = open & -open;
    for (const row of this.contexts.rows) {
      if (this.chosen[row] !== undefined) continue;
      for (const move of moves) {
        if (PART[move.to] !== part) continue;
        const reads = readsOf(move);
        // The registers are alike: the second is used when the first is.
        if ((reads & PART.B) !== 0 && ((known | reads) & PART.A) === 0) continue;
        this.chosen[row] = move;
        if (this.supply((open & ~part) | (reads & ~known), known | reads, left - 1)) return true;
        this.chosen[row] = undefined;
      }
    }
    return false;
  }

  private isRight(): boolean {
    this.tried += 1;
    for (const [i, example] of this.examples.entries()) {
      if (this.answersRightly(example)) continue;
      // What refutes one refutes its like.
      if (i > 0) this.examples.unshift(...this.examples.splice(i, 1));
      return false;
    }
    const wrong = this.sequences.find((one) => !this.answersRightly(one));
    if (wrong === undefined) return true;
    this.examples.unshift(wrong);
    return false;
  }

  private answersRightly({ classes, payloads, labels }: Sequence): boolean {
    const { parts, chosen, contexts } = this;
    const { states, next } = contexts;
    parts.reset();
    let state = 0;
    for (let t = 0; t < classes.length; t += 1) {
      const row = classes[t]! * states + state;
      const move = chosen[row];
      if (move !== undefined) parts.apply(move, payloads?.[t] ?? 0);
      state = next[row]!;
      if (labels[t]! >= 0 && labels[t] !== parts.answer) return false;
    }
    return true;
  }

  private read(): MoveController {
    const { classes, payloads } = this.shape;
    const { states, next } = this.contexts;
    const rows = this.chosen.map((move) => (move === undefined ? -1 : moves.indexOf(move)));
    return { kind: 'move-controller', classes, payloads, states, next, moves: rows };
  }
}

/** The parts that a move reads. */
function readsOf({ from, at, to }: Move): number {
  const source = from === 'A' || from === 'B' || from === 'memory' ? PART[from] : 0;
  const address = at === 'A' || at === 'B' ? PART[at] : 0;
  return (source | address) & ~(to === 'memory' ? PART.memory : 0);
}
