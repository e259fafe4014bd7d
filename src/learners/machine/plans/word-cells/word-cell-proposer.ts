import type { Proposal } from '#logic/verify/synthesis';
import { ClauseSink } from '../clause-sink.ts';
import type { Sequence } from '../sequence.ts';
import { type TraceNode, TraceTree } from '../merging/trace-tree.ts';
import type { WordCell } from './word-cell.ts';

/** Variables of a node: the bits of the word and whether it is zero. */
interface NodeWord {
  readonly bits: number;
  readonly zero: number;
}

/** A sequence to be answered rightly by a word of this width. */
export interface WordExample {
  readonly sequence: Sequence;
  readonly width: number;
}

/**
 * Looks for the tables of a word machine by SAT over the trees of prefixes, one tree per width: the tables are shared, so
 * what is found does the same at every width it was asked about.
 *
 * @source Solar-Lezama et al., ASPLOS 2006: sketching; a table is a hole, a lookup of it a clause per row
 */
export class WordCellProposer {
  private readonly classes: number;
  private readonly sink: ClauseSink;
  private readonly trees = new Map<number, { readonly tree: TraceTree; readonly words: NodeWord[] }>();
  private taken = 0;
  private readonly cellBit: number;
  private readonly cellCarry: number;
  private readonly controlMode: number;
  private readonly controlCarry: number;
  private readonly answers: number;

  constructor(classes: number, seed = 0) {
    this.classes = classes;
    this.sink = new ClauseSink(seed);
    this.cellBit = this.sink.variables(8);
    this.cellCarry = this.sink.variables(8);
    this.controlMode = this.sink.variables(4 * classes);
    this.controlCarry = this.sink.variables(4 * classes);
    this.answers = this.sink.variables(4);
  }

  get conflicts(): number {
    return this.sink.conflicts;
  }

  /** Tables that answer all examples rightly; those of the last call come first. */
  propose(examples: readonly WordExample[], width: number, maxConflicts: number): Proposal<WordCell> {
    for (; this.taken < examples.length; this.taken += 1) this.add(examples[this.taken]!);
    const result = this.sink.solve(maxConflicts);
    if (result.status === 'unsat') return { answer: 'none' };
    if (result.status === 'unknown') return { answer: 'unknown', why: `${maxConflicts} conflicts` };
    return { answer: 'candidate', candidate: this.read(result.model, width) };
  }

  /**
   * Words of two widths are to look the same, by top bit and zero, after these tokens, unless the narrow one was at an end of
   * its range before the last of them.
   */
  requireSame(tokens: readonly number[], widths: readonly [number, number]): void {
    const { sink } = this;
    const wordsAt = (width: number): NodeWord[] =>
      tokens.map((_, t) => {
        const classes = Uint8Array.from(tokens.slice(0, t + 1));
        return this.add({ sequence: { classes, labels: new Int16Array(t + 1).fill(-1) }, width });
      });
    const [narrow, wide] = [wordsAt(widths[0]), wordsAt(widths[1])];
    const wasAtEnd = narrow.slice(0, -1).map(({ bits }) => {
      const atEnd = sink.variables(1);
      const top = bits + widths[0] - 1;
      for (let bit = bits; bit < top; bit += 1) {
        sink.clause([-atEnd, bit, top]);
        sink.clause([-atEnd, -bit, -top]);
      }
      return atEnd;
    });
    const flags = ({ bits, zero }: NodeWord, width: number): readonly number[] => [bits + width - 1, zero];
    const theirs = flags(wide.at(-1)!, widths[1]);
    for (const [i, flag] of flags(narrow.at(-1)!, widths[0]).entries()) {
      sink.clause([...wasAtEnd, flag, -theirs[i]!]);
      sink.clause([...wasAtEnd, -flag, theirs[i]!]);
    }
  }

  /** Adds a sequence at a width; the word after its last token. */
  private add({ sequence, width }: WordExample): NodeWord {
    const known = this.trees.get(width) ?? this.plant(width);
    const { tree, words } = known;
    const last = tree.add(
      sequence,
      (node) => (words[node.number] = this.grow(node, words[node.parent!.number]!, width)),
      (node) => {
        const { bits, zero } = words[node.number]!;
        const top = bits + width - 1;
        for (let row = 0; row < 4; row += 1) {
          const differs = [(row & 1) === 1 ? -top : top, (row & 2) === 2 ? -zero : zero];
          this.sink.clause([...differs, node.label === 1 ? this.answers + row : -(this.answers + row)]);
        }
      },
    );
    return words[last.number]!;
  }

  private plant(width: number): { readonly tree: TraceTree; readonly words: NodeWord[] } {
    const { sink } = this;
    const bits = sink.variables(width);
    const zero = sink.variables(1);
    for (let i = 0; i < width; i += 1) sink.clause([-(bits + i)]);
    sink.clause([zero]);
    const planted = { tree: new TraceTree(), words: [{ bits, zero }] };
    this.trees.set(width, planted);
    return planted;
  }

  private grow(node: TraceNode, before: NodeWord, width: number): NodeWord {
    const { sink } = this;
    const mode = sink.variables(1);
    const carries = sink.variables(width + 1);
    const bits = sink.variables(width);
    const zero = sink.variables(1);
    const seen = [before.bits + width - 1, before.zero];
    sink.lookup(seen, this.controlMode + 4 * node.class, mode);
    sink.lookup(seen, this.controlCarry + 4 * node.class, carries);
    for (let i = 0; i < width; i += 1) {
      const inputs = [before.bits + i, carries + i, mode];
      sink.lookup(inputs, this.cellBit, bits + i);
      sink.lookup(inputs, this.cellCarry, carries + i + 1);
      sink.clause([-zero, -(bits + i)]);
    }
    sink.clause([zero, ...Array.from({ length: width }, (_, i) => bits + i)]);
    return { bits, zero };
  }

  private read(model: Uint8Array, width: number): WordCell {
    const table = (first: number, length: number): number[] => Array.from({ length }, (_, row) => model[first + row]!);
    return {
      kind: 'word-cell',
      classes: this.classes,
      width,
      cellBit: table(this.cellBit, 8),
      cellCarry: table(this.cellCarry, 8),
      controlMode: table(this.controlMode, 4 * this.classes),
      controlCarry: table(this.controlCarry, 4 * this.classes),
      answers: table(this.answers, 4),
    };
  }
}
