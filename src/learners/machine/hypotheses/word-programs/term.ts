import type { WordPort } from '#foundation/contracts/words';

/** A list of numbers that an observation holds or that is made of one it holds. */
export type ListTerm =
  | { readonly kind: 'column'; readonly port: number }
  /** A list of lists, each inner list as one number. */
  | { readonly kind: 'records'; readonly port: number; readonly highest: End }
  /** For each item how many are below, above or equal to it. */
  | { readonly kind: 'rank'; readonly of: ListTerm; readonly by: Comparison };

/** Which digit counts most. */
export type End = 'first' | 'last';
export type Comparison = 'below' | 'above' | 'same';

/** A number that a program computes from an observation. Nothing is negative: what is not there is 0. */
export type Term =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'word'; readonly port: number }
  | { readonly kind: 'number'; readonly port: number; readonly highest: End }
  | { readonly kind: 'find'; readonly list: ListTerm; readonly what: Term }
  | { readonly kind: 'at'; readonly list: ListTerm; readonly index: Term }
  | { readonly kind: 'add'; readonly a: Term; readonly b: Term }
  | { readonly kind: 'less'; readonly a: Term; readonly b: Term }
  | SkillTerm;

/** The answer of something learnt before: a place in the skills of the program. */
export interface SkillTerm {
  readonly kind: 'skill';
  readonly skill: number;
  readonly values: number;
}

/** A term with the skill in it changed: itself, or what is found in a list. */
export function withSkill(term: Term, change: (skill: SkillTerm) => SkillTerm): Term {
  if (term.kind === 'skill') return change(term);
  return term.kind === 'find' ? { ...term, what: withSkill(term.what, change) } : term;
}

/** Numbers of a list: how many, and one more than the highest. */
export interface ListBounds {
  readonly count: number;
  readonly values: number;
}

/** Digits that are read as one number at most. */
const MOST_VALUES = 2 ** 24;

/** The size of a list; its values are past `MOST_VALUES` where they cannot be used. */
export function listBounds(list: ListTerm, ports: readonly WordPort[]): ListBounds {
  if (list.kind === 'rank') {
    const { count } = listBounds(list.of, ports);
    return { count, values: count + 1 };
  }
  const { repeats, values } = ports[list.port]!;
  if (list.kind === 'column') return { count: repeats.reduce((product, { count }) => product * count, 1), values };
  return { count: repeats[0]!.count, values: values ** repeats[1]!.count };
}

/** One more than the highest value of a term. */
export function boundOf(term: Term, ports: readonly WordPort[]): number {
  switch (term.kind) {
    case 'constant':
      return term.value + 1;
    case 'word':
      return ports[term.port]!.values;
    case 'number':
      return ports[term.port]!.values ** ports[term.port]!.repeats[0]!.count;
    case 'find':
      return listBounds(term.list, ports).count;
    case 'at':
      return listBounds(term.list, ports).values;
    case 'add':
      return boundOf(term.a, ports) + boundOf(term.b, ports) - 1;
    case 'less':
      return boundOf(term.a, ports);
    case 'skill':
      return term.values;
  }
}

/** Whether numbers stay small enough to be words. */
export function isSmall(values: number): boolean {
  return values <= MOST_VALUES;
}

/** A term in words. */
export function describeTerm(term: Term, skillName: (skill: number) => string): string {
  const inner = (part: Term): string => describeTerm(part, skillName);
  switch (term.kind) {
    case 'constant':
      return `${term.value}`;
    case 'word':
      return `word ${term.port}`;
    case 'number':
      return `number(list ${term.port}${term.highest === 'last' ? ' reversed' : ''})`;
    case 'find':
      return `find(${describeList(term.list)}, ${inner(term.what)})`;
    case 'at':
      return `${describeList(term.list)}[${inner(term.index)}]`;
    case 'add':
      return `${inner(term.a)} + ${inner(term.b)}`;
    case 'less':
      return `${inner(term.a)} − ${inner(term.b)}`;
    case 'skill':
      return skillName(term.skill);
  }
}

function describeList(list: ListTerm): string {
  if (list.kind === 'rank')
    return `${list.by === 'same' ? 'count' : 'rank'}(${describeList(list.of)}${list.by === 'above' ? ' down' : ''})`;
  return list.kind === 'column'
    ? `list ${list.port}`
    : `records ${list.port}${list.highest === 'last' ? ' reversed' : ''}`;
}

/** Length of a term in parts. */
export function sizeOfTerm(term: Term): number {
  switch (term.kind) {
    case 'constant':
    case 'word':
    case 'number':
    case 'skill':
      return 1;
    case 'find':
      return 1 + sizeOfList(term.list) + sizeOfTerm(term.what);
    case 'at':
      return 1 + sizeOfList(term.list) + sizeOfTerm(term.index);
    case 'add':
    case 'less':
      return 1 + sizeOfTerm(term.a) + sizeOfTerm(term.b);
  }
}

function sizeOfList(list: ListTerm): number {
  return list.kind === 'rank' ? 1 + sizeOfList(list.of) : 1;
}
