import type { FacePorts, WordPort } from '#foundation/contracts/words';

/** How bits are joined. */
export const joins = ['or', 'and', 'xor'] as const;
export type Join = (typeof joins)[number];

/** How two lists are put together, bit by bit; `first` where there is one list. */
export const mixes = ['first', 'and', 'or', 'xor', 'first without second', 'second without first'] as const;
export type Mix = (typeof mixes)[number];

/** What is asked of all valuations together. */
export const quests = ['some', 'none', 'all', 'not all'] as const;
export type Quest = (typeof quests)[number];

/** Which symbols are the two sides of one thing: for each symbol its thing, and whether it is the other side. */
export interface Sides {
  readonly thing: readonly number[];
  readonly other: readonly boolean[];
}

/** Folds of a list of lists of symbols under every valuation of what the symbols stand for. */
export interface FoldHypothesis {
  /** One or two ports of lists of lists. */
  readonly lists: readonly number[];
  readonly answer: number;
  readonly sides: Sides;
  readonly inner: Join;
  readonly outer: Join;
  readonly mix: Mix;
  readonly quest: Quest;
}

/** Things past this many have more valuations than a machine goes through. */
const MOST_THINGS = 16;

function isNested({ role, repeats, values, cases }: WordPort): boolean {
  return role === 'word' && repeats.length === 2 && values % 2 === 0 && values <= 2 * MOST_THINGS && cases.length === 0;
}

/** Lists of lists, alone and in pairs of the same symbols; and the bits that may be the answer. */
export function foldBindings(face: FacePorts): Pick<FoldHypothesis, 'lists' | 'answer'>[] {
  const { ports } = face.observation;
  const nested = ports.flatMap((port, index) => (isNested(port) ? [index] : []));
  const pairs = nested.flatMap((a) =>
    nested.filter((b) => b !== a && ports[a]!.values === ports[b]!.values).map((b) => [a, b]),
  );
  const answers = face.action.ports.flatMap(({ role, repeats, values, cases }, index) =>
    role === 'word' && repeats.length === 0 && values === 2 && cases.length === 0 ? [index] : [],
  );
  return answers.flatMap((answer) => [...pairs, ...nested.map((a) => [a])].map((lists) => ({ lists, answer })));
}

/** Two ways in which numbers make pairs: neighbours, or halves. */
export function numberedSides(symbols: number): Sides[] {
  const all = Array.from({ length: symbols }, (_, i) => i);
  return [
    { thing: all.map((i) => i >>> 1), other: all.map((i) => i % 2 === 1) },
    { thing: all.map((i) => i % (symbols / 2)), other: all.map((i) => i >= symbols / 2) },
  ];
}

/**
 * Pairs of symbols that are never in one list together, where each has exactly one such partner: two sides of one thing need no
 * number to be told.
 */
export function sidesApart(lists: readonly (readonly number[])[], symbols: number): Sides | undefined {
  const together = Array.from({ length: symbols }, () => new Uint8Array(symbols));
  for (const list of lists) for (const a of list) for (const b of list) together[a]![b] = 1;
  const partner = together.map((row, a) => {
    const apart = [...row.keys()].filter((b) => b !== a && row[b] === 0);
    return apart.length === 1 ? apart[0]! : -1;
  });
  if (!partner.every((b, a) => b >= 0 && partner[b] === a)) return undefined;
  const firsts = [...partner.keys()].filter((a) => a < partner[a]!);
  return {
    thing: partner.map((b, a) => firsts.indexOf(Math.min(a, b))),
    other: partner.map((b, a) => a > b),
  };
}
