import { type Term, term } from './term.ts';

/** The item whose place is the number `at`; `otherwise` past the last. */
export function pickTerm(at: Term, items: readonly Term[], otherwise: Term): Term {
  return items.reduceRight(
    (rest, item, i) => term.choose(term.equal(at, term.constant(i, at.width)), item, rest),
    otherwise,
  );
}

/** Terms `name0`, `name1`, … of one width. */
export function cellTerms(name: string, count: number, width: number): Term[] {
  return Array.from({ length: count }, (_, i) => term.read(`${name}${i}`, width));
}

/** An entry `name0`, `name1`, … for each item. */
export function cellsNamed<T>(name: string, items: readonly T[]): Record<string, T> {
  return Object.fromEntries(items.map((item, i) => [`${name}${i}`, item]));
}
