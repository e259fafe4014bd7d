import type { WordPort } from '#foundation/contracts/words';
import { readPort } from '../word-view.ts';
import type { FoldHypothesis, Join, Mix, Quest } from './fold-hypothesis.ts';

/** The lists of symbols in a port of lists of lists, each up to its length. */
export function readLists(bits: Uint8Array, port: WordPort, ports: readonly WordPort[]): number[][] {
  const [outer, inner] = port.repeats;
  const all = readPort(bits, port);
  const count = countOf(bits, outer!.length, ports, outer!.count);
  const lengths = inner!.length === undefined ? undefined : readPort(bits, ports[inner!.length]!);
  return Array.from({ length: count }, (_, i) => {
    const from = i * inner!.count;
    return all.slice(from, from + (lengths?.[i] ?? inner!.count));
  });
}

function countOf(bits: Uint8Array, length: number | undefined, ports: readonly WordPort[], most: number): number {
  return length === undefined ? most : Math.min(most, readPort(bits, ports[length]!)[0]!);
}

function join(kind: Join, a: number, b: number): number {
  if (kind === 'or') return a | b;
  return kind === 'and' ? a & b : a ^ b;
}

function mixed(kind: Mix, a: number, b: number): number {
  switch (kind) {
    case 'first':
      return a;
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'first without second':
      return a & ~b;
    case 'second without first':
      return b & ~a;
  }
}

/** 32 valuations at once: bit b of word w is valuation 32·w + b, and bit i of a valuation is the value of thing i. */
function valuesOf(thing: number, word: number): number {
  if (thing >= 5) return ((word >>> (thing - 5)) & 1) === 1 ? -1 : 0;
  return [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000][thing]! | 0;
}

/** What a fold answers to lists of lists; and how many words it went through. */
export function evaluateFold(
  { sides, inner, outer, mix, quest }: Omit<FoldHypothesis, 'lists' | 'answer'>,
  lists: readonly (readonly (readonly number[])[])[],
): { readonly answer: 0 | 1; readonly effort: number } {
  const things = Math.max(...sides.thing) + 1;
  const words = Math.max(1, 2 ** (things - 5));
  const mask = things >= 5 ? -1 : 2 ** (2 ** things) - 1;
  let effort = 0;
  let [some, all] = [false, true];
  for (let word = 0; word < words && (!some || all); word += 1) {
    const folded = lists.map((list) =>
      list.reduce(
        (sum, symbols) =>
          join(
            outer,
            sum,
            symbols.reduce(
              (part, symbol) => {
                effort += 1;
                const value = valuesOf(sides.thing[symbol]!, word);
                return join(inner, part, sides.other[symbol] === true ? ~value : value);
              },
              inner === 'and' ? -1 : 0,
            ),
          ),
        outer === 'and' ? -1 : 0,
      ),
    );
    const value = mixed(mix, folded[0]!, folded[1] ?? 0) & mask;
    if (value !== 0) some = true;
    if (value !== mask) all = false;
  }
  return { answer: answerTo(quest, some, all), effort };
}

function answerTo(quest: Quest, some: boolean, all: boolean): 0 | 1 {
  const holds = { some, none: !some, all, 'not all': !all }[quest];
  return holds ? 1 : 0;
}
