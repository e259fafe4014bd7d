import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Learnt } from '../hypothesis-class.ts';
import { lengthOf, placesOf, readPort, readWord } from '../word-view.ts';
import { type SkillTerm, skillTerms, skillValue } from './skill-term.ts';

/** How a list is made one word. */
export const folds = ['sum', 'max', 'min', 'mode'] as const;
export type Fold = (typeof folds)[number];

/** What can fill a word of an action, told by the observation. Whatever has no value is 0. */
export type Term =
  | { readonly kind: 'literal'; readonly value: number }
  | { readonly kind: 'word'; readonly port: number }
  | { readonly kind: 'item'; readonly port: number; readonly item: number }
  /** The item whose number a scalar tells, or the one before it. */
  | { readonly kind: 'at'; readonly port: number; readonly index: number; readonly back: 0 | 1 }
  | { readonly kind: 'fold'; readonly port: number; readonly fold: Fold }
  /** The number of the first item whose word is 0. */
  | { readonly kind: 'first'; readonly port: number }
  | SkillTerm;

const FIRST_ITEMS = 3;
const MOST_LITERALS = 16;

/** Terms whose values always fit a word of an action. */
export function termsFor(word: WordPort, face: FacePorts, skills: readonly Learnt[]): Term[] {
  const { ports } = face.observation;
  const fits = ({ role, width, values, low, symbol }: WordPort): boolean =>
    role === 'word' && width <= 16 && values === word.values && low === word.low && symbol === word.symbol;
  const literals = Array.from({ length: word.values <= MOST_LITERALS ? word.values : 0 }, (_, value): Term => ({
    kind: 'literal',
    value,
  }));
  const indices = ports.flatMap(({ role, repeats, cases, values }, index) =>
    (role === 'word' || role === 'length') && repeats.length === 0 && cases.length === 0 && values > 2 ? [index] : [],
  );
  const read = ports.flatMap((port, index): Term[] => {
    if (port.repeats.length > 1) return [];
    if (port.repeats.length === 0) return fits(port) ? [{ kind: 'word', port: index }] : [];
    const { count } = port.repeats[0]!;
    if (port.role === 'tag' && count <= word.values && word.low === 0) return [{ kind: 'first', port: index }];
    if (!fits(port)) return [];
    return [
      ...Array.from({ length: Math.min(FIRST_ITEMS, count) }, (_, item): Term => ({ kind: 'item', port: index, item })),
      ...indices
        .filter((i) => ports[i]!.values <= count + 1)
        .flatMap((i): Term[] => [
          { kind: 'at', port: index, index: i, back: 0 },
          { kind: 'at', port: index, index: i, back: 1 },
        ]),
      ...(count > 1 ? folds.map((fold): Term => ({ kind: 'fold', port: index, fold })) : []),
    ];
  });
  return [...read, ...skillTerms(word, face, skills), ...literals];
}

/** The value of a term as it lies: its distance from the lowest. */
export function termValue(term: Term, bits: Uint8Array, face: FacePorts): number {
  const { ports } = face.observation;
  switch (term.kind) {
    case 'literal':
      return term.value;
    case 'word':
      return capped(readWord(bits, ports[term.port]!.offset, ports[term.port]!.width), ports[term.port]!);
    case 'item':
      return capped(itemOf(bits, ports[term.port]!, term.item), ports[term.port]!);
    case 'at': {
      const index = readWord(bits, ports[term.index]!.offset, ports[term.index]!.width) - term.back;
      return capped(itemOf(bits, ports[term.port]!, index), ports[term.port]!);
    }
    case 'fold': {
      const port = ports[term.port]!;
      return capped(folded(term.fold, readPort(bits, port).slice(0, lengthOf(bits, port, ports)), port), port);
    }
    case 'first': {
      const found = readPort(bits, ports[term.port]!).indexOf(0);
      return Math.max(0, found);
    }
    case 'skill':
      return skillValue(term, bits, face);
  }
}

function itemOf(bits: Uint8Array, port: WordPort, item: number): number {
  const place = placesOf(port)[item];
  return place === undefined ? 0 : readWord(bits, place, port.width);
}

function capped(value: number, { values }: WordPort): number {
  return Math.min(value, values - 1);
}

function folded(fold: Fold, items: readonly number[], { width }: WordPort): number {
  if (items.length === 0) return 0;
  switch (fold) {
    case 'sum':
      return items.reduce((a, b) => a + b) % 2 ** width;
    case 'max':
      return Math.max(...items);
    case 'min':
      return Math.min(...items);
    case 'mode': {
      const counts = items.map((item) => items.filter((other) => other === item).length);
      return items[counts.indexOf(Math.max(...counts))]!;
    }
  }
}

/** A term as people read it. */
export function termText(term: Term): string {
  switch (term.kind) {
    case 'literal':
      return String(term.value);
    case 'word':
      return `word ${term.port}`;
    case 'item':
      return `word ${term.port}[${term.item}]`;
    case 'at':
      return `word ${term.port}[word ${term.index}${term.back === 1 ? ' − 1' : ''}]`;
    case 'fold':
      return `${term.fold}(word ${term.port})`;
    case 'first':
      return `first(word ${term.port} = 0)`;
    case 'skill':
      return `value of the expression in word ${term.hypothesis.binding.tokens}${term.patch === null ? '' : ' with what was asked for'}`;
  }
}
