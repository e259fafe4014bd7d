import type { FindCounterexample, SearchBudget, TemplateSearch } from '../template-search.ts';
import { proveWidening } from './widen.ts';
import { type WordCell, widened } from './word-cell.ts';
import { WIDE, WIDENED_FROM } from './word-cell-search.ts';
import type { Sequence } from '../sequence.ts';

/** The width at which candidates are tried first, by table. */
const TRIED = 8;

const CELLS = 256;

/** A cell without its mode: rows s + 2·k, the bit after in the low four bits and the carry in the high ones. */
type Cell = number;

/** What a cell does to every word of a width, for both first carries. */
interface Operation {
  readonly cell: Cell;
  readonly after: readonly [Uint8Array, Uint8Array];
}

/**
 * Word machines whose step depends on the class of the token alone: every pair of cells that do different things to a word, and every way in which
 * the classes choose a cell and a first carry, one by one. What a candidate answers is read off the data, and a candidate falls
 * with the first two sequences that ask for different answers where it sees the same; one that stands must widen, as every word machine must.
 * It is so small a space that strings need not be short to be learnt from, as they must be where a solver looks for the tables.
 */
export function searchOperationsByClass(
  classes: number,
  counterexample: FindCounterexample,
  { rounds }: SearchBudget,
): TemplateSearch {
  const operations = distinctOperations();
  const examples: Sequence[] = [];
  let [tried, effort] = [0, 0];
  const found = (program: WordCell): TemplateSearch => ({
    answer: 'found',
    program,
    rounds: tried,
    effort,
    examples,
  });
  for (const [i, first] of operations.entries()) {
    for (const second of operations.slice(i)) {
      for (let choice = 0; choice < 4 ** classes; choice += 1) {
        effort += 1;
        for (;;) {
          const answers = answersOf([first, second], choice, examples);
          if (answers === undefined) break;
          const program = programOf([first.cell, second.cell], choice, { classes, answers });
          const wrong = counterexample(widened(program, WIDE));
          tried += 1;
          if (wrong === undefined) {
            if (proveWidening(program, WIDE).answer === 'proved') return found(widened(program, WIDE));
            break;
          }
          if (examples.includes(wrong)) break;
          if (examples.length >= rounds) return { answer: 'unknown', rounds: tried, effort, examples };
          examples.push(wrong);
        }
      }
    }
  }
  return { answer: 'none', rounds: tried, effort, examples };
}

/** Bits that name a program of the space. */
export function operationsByClassBits(classes: number): number {
  return 16 + 2 * classes + 4;
}

/** Cells that do something to some word of the tried width that no earlier one does. */
function distinctOperations(): Operation[] {
  const seen = new Set<string>();
  const operations: Operation[] = [];
  for (let cell = 0; cell < CELLS; cell += 1) {
    const after = [tableOf(cell, 0), tableOf(cell, 1)] as const;
    const key = after.map((table) => table.join()).join(';');
    if (seen.has(key)) continue;
    seen.add(key);
    operations.push({ cell, after });
  }
  return operations;
}

function tableOf(cell: Cell, firstCarry: number): Uint8Array {
  return Uint8Array.from({ length: 2 ** TRIED }, (_, word) => {
    let [carry, after] = [firstCarry, 0];
    for (let i = 0; i < TRIED; i += 1) {
      const row = ((word >>> i) & 1) + 2 * carry;
      after |= ((cell >>> row) & 1) << i;
      carry = (cell >>> (4 + row)) & 1;
    }
    return after;
  });
}

/** What the examples say of each row of answers, top + 2·zero; undefined where they contradict each other. */
function answersOf(
  cells: readonly [Operation, Operation],
  choice: number,
  examples: readonly Sequence[],
): number[] | undefined {
  const answers = [-1, -1, -1, -1];
  for (const { classes, labels } of examples) {
    let word = 0;
    for (const [t, token] of classes.entries()) {
      const way = (choice >>> (2 * token)) & 3;
      word = cells[way >>> 1]!.after[way & 1]![word]!;
      const label = labels[t]!;
      if (label < 0) continue;
      const row = (word >>> (TRIED - 1)) + (word === 0 ? 2 : 0);
      if (answers[row] === -1) answers[row] = label;
      else if (answers[row] !== label) return undefined;
    }
  }
  return answers;
}

function programOf(
  cells: readonly [Cell, Cell],
  choice: number,
  { classes, answers }: { readonly classes: number; readonly answers: readonly number[] },
): WordCell {
  const rows = (shift: number): number[] =>
    cells.flatMap((cell) => [0, 1, 2, 3].map((row) => (cell >>> (shift + row)) & 1));
  const control = (bit: number): number[] =>
    Array.from({ length: 4 * classes }, (_, row) => (choice >>> (2 * Math.floor(row / 4) + bit)) & 1);
  return {
    kind: 'word-cell',
    classes,
    width: WIDENED_FROM,
    cellBit: rows(0),
    cellCarry: rows(4),
    controlMode: control(1),
    controlCarry: control(0),
    answers: answers.map((answer) => Math.max(0, answer)),
  };
}
