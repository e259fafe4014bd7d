import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { listsOf } from '../list-reader.ts';
import { type NumberFormat, wordOperations } from '../word-operations.ts';

/** Which words are the symbols of an expression, the values it speaks of, and the answer. */
export interface TreeBinding {
  readonly tokens: number;
  readonly memory: number;
  readonly answer: number;
}

/**
 * What a symbol means: `load` the value at the symbol's own number, `literal` the symbol's own number, `skip` nothing, `load k` the
 * value at k, or an operation on the two values that follow (prefix) or precede (postfix).
 */
export type Meaning = string;

/** An expression evaluator with a table of symbols; null is a symbol that was never needed. */
export interface TreeHypothesis {
  readonly binding: TreeBinding;
  readonly notation: 'prefix' | 'postfix';
  /** The answer is the value of the whole, or every value as it is completed. */
  readonly output: 'last' | 'all';
  readonly table: readonly (Meaning | null)[];
}

/** Symbols past this many are not tokens of an expression but numbers. */
const MOST_SYMBOLS = 64;
const MOST_WIDTH = 32;

/** Columns of an action that can hold values. */
function answerPorts({ action }: FacePorts): number[] {
  return action.ports.flatMap((port, index) =>
    port.role === 'word' && port.repeats.length <= 1 && port.cases.length === 0 && isWide(port) ? [index] : [],
  );
}

/** A word with room for numbers that fill their bits: sums wrap around. */
function isWide({ width, values }: WordPort): boolean {
  return width >= 3 && width <= MOST_WIDTH && values === 2 ** width;
}

/** All ways to read a face as an expression over a list of values. */
export function treeBindings(face: FacePorts): TreeBinding[] {
  const { ports } = face.observation;
  const columns = listsOf(face.observation).flatMap(({ columns: all }) => all);
  const found: TreeBinding[] = [];
  for (const answer of answerPorts(face)) {
    const { width, low } = face.action.ports[answer]!;
    for (const tokens of columns) {
      if (ports[tokens]!.values > MOST_SYMBOLS || ports[tokens]!.cases.length > 0) continue;
      for (const memory of columns) {
        const port = ports[memory]!;
        const isOther = port.repeats[0]!.list !== ports[tokens]!.repeats[0]!.list;
        if (isOther && port.width === width && port.low === low) found.push({ tokens, memory, answer });
      }
    }
  }
  return found;
}

/** How the numbers of an answer are read. */
export function formatOf({ width, low }: WordPort): NumberFormat {
  return { width, signed: low < 0 };
}

/** All that a symbol can mean. */
export function meaningsOf(symbol: number, cells: number): Meaning[] {
  return [
    ...(symbol < cells ? ['load'] : []),
    ...wordOperations.map(({ name }) => name),
    'literal',
    'skip',
    ...Array.from({ length: cells }, (_, k) => `load ${k}`).filter((_, k) => k !== symbol),
  ];
}

/** The cell that a meaning loads from, or −1. */
export function cellOf(meaning: Meaning, symbol: number): number {
  if (meaning === 'load') return symbol;
  return meaning.startsWith('load ') ? Number(meaning.slice(5)) : -1;
}

/** Whether something learnt is an expression evaluator. */
export function isTree(value: unknown): value is TreeHypothesis {
  return typeof value === 'object' && value !== null && 'table' in value && 'notation' in value;
}
