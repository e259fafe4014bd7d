import { markedLine } from '../../faces/reply.ts';
import { GRAIN } from './symbol-source.ts';

/** `e:40 " ":24`: the weights that are not 0, symbols that are no plain word in JSON quotes. */
export function weightsText(weights: readonly number[], symbols: readonly string[]): string {
  const parts: string[] = [];
  for (const [i, weight] of weights.entries()) {
    const symbol = symbols[i]!;
    if (weight > 0) parts.push(`${/^[A-Za-z0-9_]+$/.test(symbol) ? symbol : JSON.stringify(symbol)}:${weight}`);
  }
  return parts.join(' ');
}

/** Reads what `weightsText` writes; a symbol that is unknown or named twice, or a weight above GRAIN, makes it unreadable. */
export function parseWeights(reply: string, symbols: readonly string[]): number[] | undefined {
  const line = markedLine(reply) ?? reply.slice(-10_000);
  const weights = new Array<number>(symbols.length).fill(0);
  let found = false;
  for (const [, quoted, plain, digits] of line.matchAll(/(?:("(?:[^"\\]|\\.)*")|([A-Za-z0-9_]+)):(\d{1,3})(?!\d)/g)) {
    const symbol = symbols.indexOf(quoted === undefined ? plain! : unquote(quoted));
    const weight = Number(digits);
    if (symbol < 0 || weights[symbol] !== 0 || weight > GRAIN) return undefined;
    weights[symbol] = weight;
    if (weight > 0) found = true;
  }
  return found ? weights : undefined;
}

/** Invalid JSON has no symbol to match. */
function unquote(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
