import { isWordOperation, type NumberFormat, wordOperation, wrap } from '../word-operations.ts';
import { cellOf, type Meaning, type TreeHypothesis } from './tree-hypothesis.ts';

/** Tokens and values of one observation, as numbers. */
export interface Expression {
  readonly tokens: readonly number[];
  readonly memory: readonly number[];
}

/** The values that were completed, in order; or a symbol without a meaning; or no expression at all. */
export type TreeValue =
  | { readonly kind: 'values'; readonly completed: readonly number[]; readonly last: number }
  | { readonly kind: 'unknown'; readonly symbol: number }
  | { readonly kind: 'broken' };

const broken: TreeValue = { kind: 'broken' };

/** The value of an expression by its definition. Tokens that are left over break it. */
export function evaluateTree(
  { notation, table }: Pick<TreeHypothesis, 'notation' | 'table'>,
  expression: Expression,
  format: NumberFormat,
): TreeValue {
  const unknown = expression.tokens.find((symbol) => (table[symbol] ?? null) === null);
  // Prefix tokens are read from the left until the first unknown one matters; either way nothing can be said.
  if (unknown !== undefined) return { kind: 'unknown', symbol: unknown };
  const completed: number[] = [];
  const last =
    notation === 'prefix'
      ? fromPrefix(expression, table, format, completed)
      : fromPostfix(expression, table, format, completed);
  return last === undefined ? broken : { kind: 'values', completed, last };
}

function leafValue(
  meaning: Meaning,
  symbol: number,
  memory: readonly number[],
  format: NumberFormat,
): number | undefined {
  if (meaning === 'literal') return wrap(symbol, format);
  const cell = cellOf(meaning, symbol);
  return cell < 0 ? undefined : memory[cell];
}

function fromPrefix(
  { tokens, memory }: Expression,
  table: TreeHypothesis['table'],
  format: NumberFormat,
  completed: number[],
): number | undefined {
  let at = 0;
  const walk = (): number | undefined => {
    while (at < tokens.length && table[tokens[at]!] === 'skip') at += 1;
    if (at >= tokens.length) return undefined;
    const symbol = tokens[at]!;
    const meaning = table[symbol]!;
    at += 1;
    if (!isWordOperation(meaning)) return leafValue(meaning, symbol, memory, format);
    const a = walk();
    const b = a === undefined ? undefined : walk();
    if (a === undefined || b === undefined) return undefined;
    const value = wordOperation(meaning).value(a, b, format);
    completed.push(value);
    return value;
  };
  const value = walk();
  while (at < tokens.length && table[tokens[at]!] === 'skip') at += 1;
  return at === tokens.length ? value : undefined;
}

function fromPostfix(
  { tokens, memory }: Expression,
  table: TreeHypothesis['table'],
  format: NumberFormat,
  completed: number[],
): number | undefined {
  const stack: number[] = [];
  for (const symbol of tokens) {
    const meaning = table[symbol]!;
    if (meaning === 'skip') continue;
    if (isWordOperation(meaning)) {
      const [b, a] = [stack.pop(), stack.pop()];
      if (a === undefined || b === undefined) return undefined;
      const value = wordOperation(meaning).value(a, b, format);
      completed.push(value);
      stack.push(value);
    } else {
      const value = leafValue(meaning, symbol, memory, format);
      if (value === undefined) return undefined;
      stack.push(value);
    }
  }
  return stack.length === 1 ? stack[0] : undefined;
}
