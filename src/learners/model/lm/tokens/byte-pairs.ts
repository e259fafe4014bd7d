import { Fault } from '#foundation/kernel';
import { fillUp, type Tokenizer } from './tokenizer.ts';

/**
 * Bytes, and pairs of tokens merged in order: without merges one token per byte. Any text can be written. Token 256 + i is merge i.
 *
 * @source Sennrich, Haddow & Birch 2016, arXiv:1508.07909; bytes as in GPT-2
 */
export function bytePairTokenizer(merges: readonly (readonly [number, number])[] = []): Tokenizer {
  const words: Uint8Array[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const ranks = new Map<string, number>();
  for (const [i, [a, b]] of merges.entries()) {
    const [first, second] = [words[a], words[b]];
    if (first === undefined || second === undefined) {
      throw new Fault('lm/bad-checkpoint', `merge ${i} joins ${a} and ${b}, which do not exist before it`);
    }
    words.push(Uint8Array.of(...first, ...second));
    ranks.set(`${a} ${b}`, i);
  }
  const begin = words.length;
  return {
    vocab: fillUp(begin + 2),
    begin,
    end: begin + 1,
    data: { kind: 'bytes', merges },
    encode: (text) => piecesOf(text).flatMap((piece) => mergeAll([...new TextEncoder().encode(piece)], ranks)),
    decode: (tokens) => new TextDecoder().decode(Uint8Array.from(tokens.flatMap((token) => [...(words[token] ?? [])]))),
  };
}

/** A text in pieces that no token crosses: a word or number with the space before it, a run of signs, a run of spaces. */
function piecesOf(text: string): string[] {
  return text.match(/ ?[\p{L}]+| ?\p{N}| ?[^\s\p{L}\p{N}]+|\s+/gu) ?? [];
}

/** Merges the pair of lowest rank until none is left. */
function mergeAll(tokens: readonly number[], ranks: ReadonlyMap<string, number>): number[] {
  let current = [...tokens];
  for (;;) {
    let best = Infinity;
    for (let i = 0; i + 1 < current.length; i += 1) {
      best = Math.min(best, ranks.get(`${current[i]} ${current[i + 1]}`) ?? Infinity);
    }
    if (best === Infinity) return current;
    current = mergePair(current, (a, b) => ranks.get(`${a} ${b}`) === best, 256 + best);
  }
}

/** Replaces each such pair, from the left, by one token. */
function mergePair(tokens: readonly number[], isPair: (a: number, b: number) => boolean, token: number): number[] {
  const merged: number[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (i + 1 < tokens.length && isPair(tokens[i]!, tokens[i + 1]!)) {
      merged.push(token);
      i += 1;
    } else merged.push(tokens[i]!);
  }
  return merged;
}

/** Finds the merges of a vocabulary: each time the most frequent pair of the texts, ties to the lower tokens; ends early where no pair occurs twice. */
export function trainBytePairs(texts: Iterable<string>, count: number): [number, number][] {
  const pieces = new Map<string, number>();
  for (const text of texts) for (const piece of piecesOf(text)) pieces.set(piece, (pieces.get(piece) ?? 0) + 1);
  let words = [...pieces].map(([piece, times]) => ({ tokens: [...new TextEncoder().encode(piece)], times }));
  const merges: [number, number][] = [];
  while (merges.length < count) {
    const pair = mostFrequent(words);
    if (pair === undefined) break;
    const token = 256 + merges.length;
    merges.push(pair);
    words = words.map(({ tokens, times }) => ({
      tokens: mergePair(tokens, (a, b) => a === pair[0] && b === pair[1], token),
      times,
    }));
  }
  return merges;
}

function mostFrequent(words: readonly { tokens: readonly number[]; times: number }[]): [number, number] | undefined {
  const counts = new Map<string, { pair: [number, number]; times: number }>();
  for (const { tokens, times } of words) {
    for (let i = 0; i + 1 < tokens.length; i += 1) {
      const pair: [number, number] = [tokens[i]!, tokens[i + 1]!];
      const known = counts.get(pair.join(' '));
      if (known === undefined) counts.set(pair.join(' '), { pair, times });
      else known.times += times;
    }
  }
  let best: { pair: [number, number]; times: number } | undefined;
  for (const each of counts.values()) {
    if (each.times >= 2 && (best === undefined || isBefore(each, best))) best = each;
  }
  return best?.pair;
}

type Counted = { readonly pair: readonly [number, number]; readonly times: number };

function isBefore(a: Counted, b: Counted): boolean {
  if (a.times !== b.times) return a.times > b.times;
  return a.pair[0] !== b.pair[0] ? a.pair[0] < b.pair[0] : a.pair[1] < b.pair[1];
}
