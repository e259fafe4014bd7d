/** How two numbers make one; comparisons make 1 or 0. */
export type Operation =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'least'
  | 'most'
  | 'remainder'
  | 'quotient'
  | 'same'
  | 'differs'
  | 'below'
  | 'atLeast'
  | 'both';

/** How the items of a list make one number: 0 where no item is meant. The last four tell a place. */
export type Folding = 'sum' | 'least' | 'most' | 'first' | 'last' | 'whereLeast' | 'whereMost';

/**
 * What goes on from item to item, from 0: s ← max(0, s + x); s ← min(c, max(0, s + x)); x where s + x is above c, else s + x;
 * how long the items have not been 0; the most so far.
 */
export type Running = 'floored' | 'clamped' | 'packed' | 'run' | 'most';

/** A list of numbers, as long as the one of the observation that it is made of. */
export type ListTerm =
  | { readonly kind: 'column'; readonly port: number }
  /** 0, 1, 2, … beside a column. */
  | { readonly kind: 'places'; readonly port: number }
  /** The first or the second of every two records of a list, in the order of the second. */
  | { readonly kind: 'paired'; readonly port: number; readonly second: boolean }
  | { readonly kind: 'each'; readonly by: Operation; readonly a: ListTerm; readonly b: ListTerm | NumberTerm }
  | { readonly kind: 'sorted'; readonly list: ListTerm; readonly up: boolean }
  /** Sums of all items so far. */
  | { readonly kind: 'sums'; readonly list: ListTerm }
  /** Each item's forerunner, 0 for the first. */
  | { readonly kind: 'before'; readonly list: ListTerm }
  /** A number for each name: the first for name 0; 0 for those that have none. */
  | { readonly kind: 'marks'; readonly list: ListTerm; readonly marks: readonly number[] }
  /** What a number is after each item that goes on from item to item; c is `within`. */
  | { readonly kind: 'scan'; readonly by: Running; readonly list: ListTerm; readonly within: NumberTerm };

/** A whole number that is computed from an observation, from what was said last and from what is kept. */
export type NumberTerm =
  | { readonly kind: 'word'; readonly port: number }
  | { readonly kind: 'constant'; readonly value: number }
  /** How many values the word has that is to be said. */
  | { readonly kind: 'answers' }
  /** What was said last; the lowest value at first. */
  | { readonly kind: 'said' }
  | { readonly kind: 'kept'; readonly register: number }
  | { readonly kind: 'of'; readonly by: Operation; readonly a: NumberTerm; readonly b: NumberTerm }
  | { readonly kind: 'fold'; readonly by: Folding; readonly list: ListTerm; readonly where?: ListTerm }
  | { readonly kind: 'at'; readonly list: ListTerm; readonly index: NumberTerm }
  | { readonly kind: 'if'; readonly test: NumberTerm; readonly yes: NumberTerm; readonly no: NumberTerm }
  | {
      readonly kind: 'table';
      readonly of: readonly NumberTerm[];
      readonly rows: readonly { readonly keys: readonly number[]; readonly value: number }[];
      readonly otherwise: number;
    };

/** A number that is kept through an episode: of the steps where the test holds the sum so far, the last, or the most. It is 0 at first. */
export interface Register {
  readonly by: 'sum' | 'last' | 'most';
  readonly of: NumberTerm;
  readonly when: NumberTerm;
  /** Present where it is brought up to date only after the answer, by what was said: it then holds what was before this step. */
  readonly after?: AfterAnswer;
}

/** What one value of a word of the answer does: only then it counts, it sets back to 0, or it begins again with this step. */
export interface AfterAnswer {
  readonly word: number;
  readonly value: number;
  readonly does: 'counts' | 'clears' | 'restarts';
}

/** A program: what is kept, and a term for each word that is said. */
export interface TypedProgram {
  readonly registers: readonly Register[];
  /** In the order of the ports of the action. */
  readonly says: readonly NumberTerm[];
}

export type Term = NumberTerm | ListTerm;

/** Terms right under a term. */
function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'each':
    case 'of':
      return [term.a, term.b];
    case 'sorted':
    case 'sums':
    case 'before':
    case 'marks':
      return [term.list];
    case 'scan':
      return [term.list, term.within];
    case 'fold':
      return term.where === undefined ? [term.list] : [term.list, term.where];
    case 'at':
      return [term.list, term.index];
    case 'if':
      return [term.test, term.yes, term.no];
    case 'table':
      return term.of;
    case 'word':
    case 'constant':
    case 'answers':
    case 'said':
    case 'kept':
    case 'column':
    case 'places':
    case 'paired':
      return [];
  }
}

/** How many parts a term has, a row of a table counting as one. */
export function sizeOf(term: Term): number {
  const own = term.kind === 'table' ? 1 + term.rows.length : 1;
  return partsOf(term).reduce((sum, part) => sum + sizeOf(part), own);
}

/** Ports of the observation that a term reads. */
export function portsOf(term: Term, found = new Set<number>()): Set<number> {
  if (term.kind === 'word' || term.kind === 'column' || term.kind === 'places' || term.kind === 'paired')
    found.add(term.port);
  for (const part of partsOf(term)) portsOf(part, found);
  return found;
}

/** Registers that a term names. */
export function registersIn(term: Term, found = new Set<number>()): Set<number> {
  if (term.kind === 'kept') found.add(term.register);
  for (const part of partsOf(term)) registersIn(part, found);
  return found;
}

/** The same term with other numbers of its registers. */
export function renumbered(term: NumberTerm, to: (register: number) => number): NumberTerm {
  const again = (part: NumberTerm): NumberTerm => renumbered(part, to);
  switch (term.kind) {
    case 'kept':
      return { ...term, register: to(term.register) };
    case 'of':
      return { ...term, a: again(term.a), b: again(term.b) };
    case 'if':
      return { ...term, test: again(term.test), yes: again(term.yes), no: again(term.no) };
    case 'table':
      return { ...term, of: term.of.map(again) };
    case 'at':
      return { ...term, list: renumberedList(term.list, to), index: again(term.index) };
    case 'fold': {
      const list = renumberedList(term.list, to);
      return { ...term, list, ...(term.where !== undefined && { where: renumberedList(term.where, to) }) };
    }
    case 'word':
    case 'constant':
    case 'answers':
    case 'said':
      return term;
  }
}

function renumberedList(term: ListTerm, to: (register: number) => number): ListTerm {
  switch (term.kind) {
    case 'each':
      return {
        ...term,
        a: renumberedList(term.a, to),
        b: isList(term.b) ? renumberedList(term.b, to) : renumbered(term.b, to),
      };
    case 'sorted':
    case 'sums':
    case 'before':
    case 'marks':
      return { ...term, list: renumberedList(term.list, to) };
    case 'scan':
      return { ...term, list: renumberedList(term.list, to), within: renumbered(term.within, to) };
    case 'column':
    case 'places':
    case 'paired':
      return term;
  }
}

const listKinds: ReadonlySet<string> = new Set([
  'column',
  'places',
  'paired',
  'each',
  'sorted',
  'sums',
  'before',
  'marks',
  'scan',
]);

export function isList(term: Term): term is ListTerm {
  return listKinds.has(term.kind);
}

const signs: Readonly<Record<Operation, string>> = {
  add: '+',
  subtract: '−',
  multiply: '·',
  least: 'min',
  most: 'max',
  remainder: 'mod',
  quotient: 'div',
  same: '=',
  differs: '≠',
  below: '<',
  atLeast: '≥',
  both: 'and',
};

/** A term in words. */
export function describeTerm(term: Term): string {
  switch (term.kind) {
    case 'word':
      return `word ${term.port}`;
    case 'constant':
      return String(term.value);
    case 'answers':
      return 'the number of answers';
    case 'said':
      return 'what was said';
    case 'kept':
      return `memory ${term.register}`;
    case 'column':
      return `list ${term.port}`;
    case 'places':
      return `places of list ${term.port}`;
    case 'paired':
      return `${term.second ? 'second' : 'first'} of two of list ${term.port}`;
    case 'each':
    case 'of':
      return operationText(term.by, describeTerm(term.a), describeTerm(term.b));
    case 'sorted':
      return `sorted${term.up ? '' : ' down'}(${describeTerm(term.list)})`;
    case 'sums':
    case 'before':
      return `${term.kind}(${describeTerm(term.list)})`;
    case 'marks':
      return `[${term.marks.join(' ')}] of ${describeTerm(term.list)}`;
    case 'scan':
      return `${term.by} within ${describeTerm(term.within)}(${describeTerm(term.list)})`;
    case 'fold':
      return `${term.by}(${describeTerm(term.list)}${term.where === undefined ? '' : ` where ${describeTerm(term.where)}`})`;
    case 'at':
      return `${describeTerm(term.list)}[${describeTerm(term.index)}]`;
    case 'if':
      return `if ${describeTerm(term.test)} then ${describeTerm(term.yes)} else ${describeTerm(term.no)}`;
    case 'table':
      return tableText(term);
  }
}

/** To add a number below zero is to subtract it, and to add 0 is nothing. */
function operationText(by: Operation, a: string, b: string): string {
  const isSum = by === 'add' || by === 'subtract';
  if (isSum && b === '0') return a;
  if (isSum && /^-\d+$/.test(b)) return `(${a} ${signs[by === 'add' ? 'subtract' : 'add']} ${b.slice(1)})`;
  return `(${a} ${signs[by]} ${b})`;
}

/** Rows of a table that are said. */
const MOST_ROWS = 8;

function tableText({ of, rows, otherwise }: Extract<Term, { kind: 'table' }>): string {
  const said = rows.slice(0, MOST_ROWS).map(({ keys, value }) => `${keys.join(' and ')} → ${value}`);
  const more = rows.length > MOST_ROWS ? [`… ${rows.length - MOST_ROWS} more`] : [];
  return `the table by ${of.map(describeTerm).join(' and ')}: ${[...said, ...more, `else ${otherwise}`].join(', ')}`;
}
