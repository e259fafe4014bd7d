import type { Type } from '../column.ts';
import { readsItem } from '../circuits/term-circuit.ts';
import { eachRows } from '../each.ts';
import { type Abstraction, productionNamed } from '../grammar.ts';
import { bitsOfTerm } from '../term-bits.ts';
import type { Term } from '../term.ts';
import { expanded, partsOf, termsIn, withParts } from './term-parts.ts';

/** A term that was kept, with the types of its columns, and what it was learnt for: a fragment must be of use for two. */
export interface KeptTerm {
  readonly term: Term;
  readonly of: string;
  /** The type of a column. */
  readonly typeOf: (column: string) => Type;
}

/** Abstractions at most, open places of one, and how deep its fragments go. */
const MOST_ABSTRACTIONS = 8;
const MOST_HOLES = 3;
const DEEPEST = 4;
/** Bits of naming an abstraction where it is used. */
const CALL_BITS = 3;

interface Pattern {
  readonly term: Term;
  readonly args: readonly Type[];
  readonly result: Type;
}

interface Use {
  readonly pattern: Pattern;
  readonly for: Set<string>;
  count: number;
}

/**
 * Fragments that recur in terms that were kept, those first that save most description length: each use of a fragment costs its name in place of its
 * productions, and the fragment is written once. Columns are open places, since they belong to one face.
 *
 * @source compression by the abstraction that saves most, again and again: Bowers et al. 2023, Top-down synthesis for library learning (Stitch)
 */
export function findAbstractions(kept: readonly KeptTerm[]): Library {
  const found: Abstraction[] = [];
  let corpus = kept;
  while (found.length < MOST_ABSTRACTIONS) {
    const best = mostSaving(corpus);
    if (best === undefined) break;
    const name = `library ${found.length}`;
    const abstraction: Abstraction = { name, ...best, fields: [] };
    found.push(abstraction);
    corpus = corpus.map(({ term, of, typeOf }) => ({
      of,
      term: rewritten(term, abstraction),
      typeOf: (named) => (named === name ? best.result : typeOf(named)),
    }));
  }
  const byName = new Map(found.map((one) => [one.name, one]));
  const abstractions = found.map((one) => ({
    ...one,
    term: expanded(one.term, byName),
    fields: fieldsOf(expanded(one.term, byName)),
  }));
  return { abstractions, terms: [...corpus.map(({ term }) => term), ...found.map(({ term }) => term)] };
}

/** The abstractions, then all that was kept, written with them: first the terms, then the term of each abstraction. */
export interface Library {
  readonly abstractions: readonly Abstraction[];
  readonly terms: readonly Term[];
}

function mostSaving(corpus: readonly KeptTerm[]): Pattern | undefined {
  const uses = new Map<string, Use>();
  for (const { term, of, typeOf } of corpus) {
    for (const part of termsIn(term)) {
      for (const pattern of patternsOf(part, typeOf)) {
        const key = JSON.stringify(pattern.term);
        const use = uses.get(key) ?? { pattern, for: new Set<string>(), count: 0 };
        use.count += 1;
        use.for.add(of);
        uses.set(key, use);
      }
    }
  }
  let [best, most]: [Pattern | undefined, number] = [undefined, 0];
  for (const { pattern, for: tasks, count } of uses.values()) {
    if (tasks.size < 2) continue;
    const own = ownBits(pattern.term);
    const saved = count * (own - CALL_BITS) - own;
    if (saved > most) [best, most] = [pattern, saved];
  }
  return best;
}

/** Bits of a fragment without its open places. */
function ownBits(term: Term): number {
  let holes = 0;
  for (const part of termsIn(term)) if (isHole(part)) holes += 1;
  return bitsOfTerm(term) - 2 * holes;
}

function isHole(term: Term): boolean {
  return term.is === 'column' && term.name.startsWith('$');
}

/** The fragments at the top of a term: whole, and with what lies deeper left open. */
function patternsOf(term: Term, typeOf: KeptTerm['typeOf']): Pattern[] {
  if (term.is !== 'call' && term.is !== 'each') return [];
  if (readsItem(term)) return [];
  const result = typeOfPart(term, typeOf);
  if (result === 'bits') return [];
  const made = new Map<string, Pattern>();
  for (let depth = 2; depth <= DEEPEST; depth += 1) {
    const holes: { readonly key: string; readonly type: Type }[] = [];
    const cut = (part: Term, left: number): Term => {
      const isOpen = part.is === 'column' || (left === 0 && !isLeaf(part) && !readsItem(part));
      if (!isOpen) {
        return withParts(
          part,
          partsOf(part).map((inner) => cut(inner, Math.max(0, left - 1))),
        );
      }
      const key = JSON.stringify(part);
      const at = holes.findIndex((hole) => hole.key === key);
      if (at < 0) holes.push({ key, type: typeOfPart(part, typeOf) });
      return { is: 'column', name: `$${at < 0 ? holes.length - 1 : at}` };
    };
    const open = cut(term, depth);
    if (holes.length === 0 || holes.length > MOST_HOLES || isTrivial(open)) continue;
    if (result === 'list' && !isChoice(open)) continue;
    made.set(JSON.stringify(open), { term: open, args: holes.map(({ type }) => type), result });
  }
  return [...made.values()];
}

/** Whether a fragment chooses items of an open list. Only for such a list is it still known that its items are places of records. */
function isChoice(term: Term): boolean {
  if (term.is === 'column') return term.name === '$0';
  return term.is === 'each' && term.name !== 'scan' && eachRows[term.name].keepsItems === true && isChoice(term.list);
}

function isLeaf(term: Term): boolean {
  return partsOf(term).length === 0;
}

/** One production alone is no fragment. */
function isTrivial(term: Term): boolean {
  return partsOf(term).every((part) => isLeaf(part) && (isHole(part) || part.is === 'item'));
}

function typeOfPart(term: Term, typeOf: KeptTerm['typeOf']): Type {
  switch (term.is) {
    case 'column':
      return typeOf(term.name);
    case 'call':
      return productionNamed(term.name)?.result ?? typeOf(term.name);
    case 'each':
      return term.name === 'scan' ? 'list' : eachRows[term.name].result;
    case 'list':
    case 'record':
      return 'list';
    case 'symbol':
      return 'symbol';
    case 'bits':
      return 'bits';
    case 'choice':
      return typeOfPart(term.otherwise, typeOf);
    case 'item':
    case 'place':
    case 'before':
    case 'word':
    case 'table':
      return 'word';
  }
}

/** A term with an abstraction named where it fits. */
function rewritten(term: Term, { name, term: pattern, args }: Abstraction): Term {
  const filledBy: (Term | undefined)[] = args.map(() => undefined);
  const matches = (open: Term, part: Term): boolean => {
    if (open.is === 'column' && isHole(open)) {
      const at = Number(open.name.slice(1));
      const known = filledBy[at];
      if (known !== undefined) return JSON.stringify(known) === JSON.stringify(part);
      if (readsItem(part)) return false;
      filledBy[at] = part;
      return true;
    }
    const [inner, own] = [partsOf(open), partsOf(part)];
    if (inner.length !== own.length) return false;
    if (JSON.stringify(withParts(open, own)) !== JSON.stringify(part)) return false;
    return inner.every((one, k) => matches(one, own[k]!));
  };
  if (matches(pattern, term)) {
    const inside = filledBy.map((part) => rewritten(part!, { name, term: pattern, args, result: 'word', fields: [] }));
    return { is: 'call', name, args: inside };
  }
  return withParts(
    term,
    partsOf(term).map((part) => rewritten(part, { name, term: pattern, args, result: 'word', fields: [] })),
  );
}

/** Pairs of open lists, where the first is read at places that are items of the second. */
function fieldsOf(term: Term): (readonly [number, number])[] {
  const found = new Map<string, readonly [number, number]>();
  for (const part of termsIn(term)) {
    if (part.is !== 'each') continue;
    let root = part.list;
    while (root.is === 'each') root = root.list;
    if (root.is !== 'column') continue;
    for (const inner of termsIn(part.body)) {
      const [list, at] = inner.is === 'call' && inner.name === 'nth' ? inner.args : [];
      if (list?.is !== 'column' || at?.is !== 'item') continue;
      const pair = [Number(list.name.slice(1)), Number(root.name.slice(1))] as const;
      found.set(pair.join(), pair);
    }
  }
  return [...found.values()];
}
