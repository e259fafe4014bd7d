import type { Meter } from '../meter.ts';
import type { NumberFormat } from '../word-operations.ts';
import { explains, type TreeExample } from './tree-examples.ts';
import { type Meaning, meaningsOf, type TreeHypothesis } from './tree-hypothesis.ts';

/** What a search for a table is given. */
export interface TableSearch {
  readonly notation: TreeHypothesis['notation'];
  readonly output: TreeHypothesis['output'];
  readonly known: readonly (Meaning | null)[];
  readonly examples: readonly TreeExample[];
  readonly cells: number;
  readonly format: NumberFormat;
  readonly meter: Meter;
  /** Examples evaluated at most. */
  readonly limit: number;
}

/**
 * A table that explains all examples, depth first: the next symbol is one that the example with the fewest unknown symbols waits for, and
 * every meaning is tried on the examples that are then understood. Undefined where there is none, or the limit was reached.
 * What was answered wrong only forbids: it teaches no new symbol.
 */
export function searchTable(search: TableSearch): readonly (Meaning | null)[] | undefined {
  const { notation, output, format, meter, cells } = search;
  const examples = search.examples.map((example) => ({ example, symbols: new Set(example.expression.tokens) }));
  const table = [...search.known];
  let left = search.limit;
  const isUnknown = (symbol: number): boolean => (table[symbol] ?? null) === null;
  const agrees = (changed?: number): boolean =>
    examples.every(({ example, symbols }) => {
      if (changed !== undefined && !symbols.has(changed)) return true;
      if ([...symbols].some(isUnknown)) return true;
      left -= 1;
      meter.spend(example.expression.tokens.length);
      return explains({ notation, output, table }, example, format) === true;
    });
  const nextSymbol = (): number | undefined => {
    let found: { readonly symbol: number; readonly missing: number } | undefined;
    for (const { example, symbols } of examples) {
      const missing = [...symbols].filter(isUnknown);
      const [symbol] = missing;
      if (example.right === 0 || symbol === undefined) continue;
      if (found === undefined || missing.length < found.missing) found = { symbol, missing: missing.length };
    }
    return found?.symbol;
  };
  const fill = (): boolean => {
    const symbol = nextSymbol();
    if (symbol === undefined) return true;
    for (const meaning of meaningsOf(symbol, cells)) {
      if (left <= 0) break;
      table[symbol] = meaning;
      if (agrees(symbol) && fill()) return true;
    }
    table[symbol] = null;
    return false;
  };
  // Symbols that no example names are null, not holes: a hypothesis is plain data.
  return agrees() && fill() ? Array.from(table, (meaning) => meaning ?? null) : undefined;
}
