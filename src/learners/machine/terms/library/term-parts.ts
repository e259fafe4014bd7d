import type { Term } from '../term.ts';

/** The terms right under a term, in order. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.is) {
    case 'call':
      return term.args;
    case 'each':
      return [term.list, term.body, ...(term.start === undefined ? [] : [term.start])];
    case 'table':
      return [term.of];
    case 'choice':
      return [...term.cases.flatMap(({ when, gives }) => [when, gives]), term.otherwise];
    case 'column':
    case 'item':
    case 'place':
    case 'before':
    case 'word':
    case 'symbol':
    case 'record':
    case 'list':
    case 'bits':
      return [];
  }
}

/** The same term with other terms right under it. */
export function withParts(term: Term, parts: readonly Term[]): Term {
  switch (term.is) {
    case 'call':
      return { ...term, args: parts };
    case 'each': {
      const [list, body, start] = parts;
      return { ...term, list: list!, body: body!, ...(start !== undefined && { start }) };
    }
    case 'table':
      return { ...term, of: parts[0]! };
    case 'choice':
      return {
        ...term,
        cases: term.cases.map((_, k) => ({ when: parts[2 * k]!, gives: parts[2 * k + 1]! })),
        otherwise: parts.at(-1)!,
      };
    case 'column':
    case 'item':
    case 'place':
    case 'before':
    case 'word':
    case 'symbol':
    case 'record':
    case 'list':
    case 'bits':
      return term;
  }
}

/** Every term in a term, itself first. */
export function* termsIn(term: Term): Generator<Term, void, void> {
  yield term;
  for (const part of partsOf(term)) yield* termsIn(part);
}

/** The term of an abstraction with its open places filled. */
export function filled(term: Term, args: readonly Term[]): Term {
  if (term.is === 'column' && term.name.startsWith('$')) return args[Number(term.name.slice(1))]!;
  return withParts(
    term,
    partsOf(term).map((part) => filled(part, args)),
  );
}

/** A term without abstractions: each is written out. What an abstraction means is its term, so both are equal by construction. */
export function expanded(term: Term, abstractions: ReadonlyMap<string, { readonly term: Term }>): Term {
  const parts = partsOf(term).map((part) => expanded(part, abstractions));
  const made = term.is === 'call' ? abstractions.get(term.name) : undefined;
  return made === undefined ? withParts(term, parts) : expanded(filled(made.term, parts), abstractions);
}
