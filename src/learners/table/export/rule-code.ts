import { Fault } from '#foundation/kernel';
import { productionNamed, type Rule, type Term } from '#learners/machine/terms';

/** How a language writes the parts of a term; an operation that it does not name it cannot write. */
export interface Dialect {
  readonly name: string;
  column(name: string): string;
  word(value: number): string;
  symbol(name: string): string;
  /** Calls by the name of their production. */
  readonly calls: Readonly<Record<string, (args: readonly string[]) => string>>;
  choose(cases: readonly { readonly when: string; readonly gives: string }[], otherwise: string): string;
  lookUp(of: string, entries: readonly (readonly [number, number])[], otherwise: number): string;
  /** What lists need; a language without them cannot write rules over lists. */
  readonly lists?: {
    list(value: readonly number[]): string;
    record(columns: readonly string[]): string;
    each(name: string, list: string, body: string, start: string): string;
  };
}

/** A term as an expression of a language. */
export function codeOf({ term }: Pick<Rule, 'term'>, dialect: Dialect): string {
  const write = (inner: Term): string => codeOf({ term: inner }, dialect);
  switch (term.is) {
    case 'column':
      return dialect.column(term.name);
    case 'word':
      return dialect.word(term.value);
    case 'symbol':
      return dialect.symbol(term.name);
    case 'call': {
      const make = dialect.calls[term.name];
      if (make === undefined)
        throw cannot(dialect, productionNamed(term.name)?.args.includes('list') ? 'lists' : `“${term.name}”`);
      return make(term.args.map(write));
    }
    case 'choice':
      return dialect.choose(
        term.cases.map(({ when, gives }) => ({ when: write(when), gives: write(gives) })),
        write(term.otherwise),
      );
    case 'table':
      return dialect.lookUp(write(term.of), term.entries, term.otherwise);
    case 'item':
    case 'place':
    case 'before':
      return term.is;
    case 'list':
      return listsOf(dialect).list(term.value);
    case 'record':
      return listsOf(dialect).record(term.columns);
    case 'each':
      return listsOf(dialect).each(
        term.name,
        write(term.list),
        write(term.body),
        term.start === undefined ? '0' : write(term.start),
      );
    case 'bits':
      throw cannot(dialect, 'vectors of 64 bits');
  }
}

function listsOf(dialect: Dialect): NonNullable<Dialect['lists']> {
  if (dialect.lists === undefined) throw cannot(dialect, 'lists');
  return dialect.lists;
}

export function cannot({ name }: Pick<Dialect, 'name'>, what: string): Fault {
  return new Fault('learn/cannot-export', `the rule uses ${what}, which --export ${name} does not allow`);
}

/** The words of a rule by their codes. */
export function wordsOfRule({ columns, answer }: Rule): readonly string[] {
  return [...columns, answer].find(({ type }) => type === 'symbol')?.symbols ?? [];
}

/** Whether words must be written as their codes: learnt tables have codes as keys, and two words that nobody knows have the same. */
export function needsCodes(term: Term): boolean {
  const text = JSON.stringify(term);
  return /"is":"table"|"name":"pair of /.test(text) || comparesColumns(term);
}

function comparesColumns(term: Term): boolean {
  if (term.is === 'choice')
    return [...term.cases.flatMap(({ when, gives }) => [when, gives]), term.otherwise].some(comparesColumns);
  if (term.is !== 'call') return false;
  return (term.name === 'same' && !term.args.some(({ is }) => is === 'symbol')) || term.args.some(comparesColumns);
}

/** Two small values as one key. */
export const pairCalls: Dialect['calls'] = Object.fromEntries(
  ['word', 'symbol', 'flag'].flatMap((a) =>
    ['word', 'symbol', 'flag'].map((b) => [
      `pair of ${a} and ${b}`,
      ([x, y]: readonly string[]) => `(${x} * 256 + ${y})`,
    ]),
  ),
);
