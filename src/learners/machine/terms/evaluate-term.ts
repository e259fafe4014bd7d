import { Fault, invariant } from '#foundation/kernel';
import { type Column, liftColumn, listAt, NOTHING, packLists, rowsOfLists, type Type } from './column.ts';
import { eachRows } from './each.ts';
import { type Abstraction, productionNamed } from './grammar.ts';
import type { Term } from './term.ts';

/** Where a term is evaluated: so many rows, each with a value for each name. */
export interface Environment {
  readonly n: number;
  column(name: string): { readonly type: Type; readonly column: Column };
  /** Inside a body whose items are places: the item of a list column at each. */
  field?(name: string): Column;
  readonly abstractions: ReadonlyMap<string, Abstraction>;
}

/** Rows with one column a name. */
export function environmentOf(
  n: number,
  columns: ReadonlyMap<string, { readonly type: Type; readonly column: Column }>,
  abstractions: readonly Abstraction[] = [],
): Environment {
  return {
    n,
    column(name) {
      const found = columns.get(name);
      if (found === undefined) throw new Fault('contracts/invalid', `no column is called ${name}`);
      return found;
    },
    abstractions: new Map(abstractions.map((row) => [row.name, row])),
  };
}

const ITEM = '·item';
const PLACE = '·place';
const BEFORE = '·before';

/** The rows that a body sees: one for each item, with its place and all that its row has. */
function itemEnvironment(outer: Environment, list: Column): Environment {
  const n = rowsOfLists(list);
  const items = list.length - n - 1;
  const columns = new Map<string, { readonly type: Type; readonly column: Column }>();
  columns.set(ITEM, { type: 'word', column: list.slice(n + 1) });
  columns.set(PLACE, { type: 'word', column: placesOf(list) });
  return {
    n: items,
    abstractions: outer.abstractions,
    field(name) {
      const beside = outer.column(name).column;
      const column = new Int32Array(items);
      for (let i = 0; i < n; i += 1) {
        const [from, to] = [beside[i]!, beside[i + 1]!];
        for (let j = list[i]!; j < list[i + 1]!; j += 1) {
          const at = from + list[j]! - 1;
          column[j - n - 1] = at >= from && at < to ? beside[at]! : NOTHING;
        }
      }
      return column;
    },
    column(name) {
      const known = columns.get(name);
      if (known !== undefined) return known;
      const { type, column } = outer.column(name);
      const lifted = { type, column: liftColumn(column, type, list) };
      columns.set(name, lifted);
      return lifted;
    },
  };
}

/** The place of each item in its list, from 1. */
export function placesOf(list: Column): Column {
  const n = rowsOfLists(list);
  const places = new Int32Array(list.length - n - 1);
  for (let i = 0; i < n; i += 1) {
    for (let j = list[i]!; j < list[i + 1]!; j += 1) places[j - n - 1] = j - list[i]! + 1;
  }
  return places;
}

/** The value of a term on every row. It is defined everywhere: a value that is too large is empty. */
export function evaluateTerm(term: Term, env: Environment): Column {
  switch (term.is) {
    case 'column':
      return env.column(term.name).column;
    case 'item':
      return env.column(ITEM).column;
    case 'place':
      return env.column(PLACE).column;
    case 'before':
      return env.column(BEFORE).column;
    case 'word':
      return new Int32Array(env.n).fill(term.value);
    case 'symbol':
      return new Int32Array(env.n).fill(term.code);
    case 'record': {
      const columns = term.columns.map((name) => env.column(name).column);
      return packLists(Array.from({ length: env.n }, (_, i) => columns.map((column) => column[i]!)));
    }
    case 'list':
      return packLists(Array.from({ length: env.n }, () => term.value));
    case 'bits':
      return bitsColumn(term.value, env.n);
    case 'call':
      return call(term, env);
    case 'each':
      return runEach(term, env);
    case 'table': {
      const entries = new Map(term.entries);
      return evaluateTerm(term.of, env).map((key) => entries.get(key) ?? term.otherwise);
    }
    case 'choice':
      return choose(term, env);
  }
}

/** A vector of 64 bits, given as hexadecimal digits, on every row. */
export function bitsColumn(digits: string, n: number): Column {
  const value = BigInt(`0x${digits}`);
  const column = new Int32Array(2 * n);
  for (let i = 0; i < n; i += 1) {
    column[2 * i] = Number(BigInt.asIntN(32, value));
    column[2 * i + 1] = Number(BigInt.asIntN(32, value >> 32n));
  }
  return column;
}

function call(term: Term & { is: 'call' }, env: Environment): Column {
  const [list, at] = term.args;
  if (term.name === 'nth' && list?.is === 'column' && at?.is === 'item' && env.field !== undefined) {
    return env.field(list.name);
  }
  const args = term.args.map((arg) => evaluateTerm(arg, env));
  const production = productionNamed(term.name);
  if (production !== undefined) {
    return production.evaluate(args, env.n) ?? packLists(Array.from({ length: env.n }, () => []));
  }
  const abstraction = env.abstractions.get(term.name);
  if (abstraction === undefined) throw new Fault('contracts/invalid', `no production is called ${term.name}`);
  const columns = new Map(args.map((column, i) => [`$${i}`, { type: abstraction.args[i]!, column }] as const));
  return evaluateTerm(abstraction.term, { ...environmentOf(env.n, columns), abstractions: env.abstractions });
}

function runEach(term: Term & { is: 'each' }, env: Environment): Column {
  const list = evaluateTerm(term.list, env);
  if (term.name === 'scan') return scan(term, env, list);
  return eachRows[term.name].evaluate(list, evaluateTerm(term.body, itemEnvironment(env, list)));
}

/** Runs item after item on all rows at once, so that a body sees what the one before it gave. */
function scan(term: Term & { is: 'each' }, env: Environment, list: Column): Column {
  invariant(term.start !== undefined, 'a scan has no start');
  const start = evaluateTerm(term.start, env);
  const column = list.slice();
  const all = itemEnvironment(env, list);
  const before = new Int32Array(all.n);
  const columns: Environment = {
    ...all,
    column: (name) => (name === BEFORE ? { type: 'word', column: before } : all.column(name)),
  };
  let longest = 0;
  for (let i = 0; i < env.n; i += 1) longest = Math.max(longest, list[i + 1]! - list[i]!);
  for (let step = 0; step < longest; step += 1) {
    for (let i = 0; i < env.n; i += 1) {
      const j = list[i]! + step;
      if (j < list[i + 1]!) before[j - env.n - 1] = step === 0 ? start[i]! : column[j - 1]!;
    }
    const values = evaluateTerm(term.body, columns);
    for (let i = 0; i < env.n; i += 1) {
      const j = list[i]! + step;
      if (j < list[i + 1]!) column[j] = values[j - env.n - 1]!;
    }
  }
  return column;
}

function choose(term: Term & { is: 'choice' }, env: Environment): Column {
  const tests = term.cases.map(({ when }) => evaluateTerm(when, env));
  const values = [...term.cases.map(({ gives }) => evaluateTerm(gives, env)), evaluateTerm(term.otherwise, env)];
  const pick = Array.from({ length: env.n }, (_, i) => {
    const first = tests.findIndex((test) => test[i] === 1);
    return first === -1 ? tests.length : first;
  });
  return mixRows(values, pick, typeOfTerm(term.otherwise, env));
}

/** Row i of the column that `pick` names. */
function mixRows(values: readonly Column[], pick: readonly number[], type: Type): Column {
  if (type === 'list') return packLists(pick.map((which, i) => listAt(values[which]!, i)));
  const width = type === 'bits' ? 2 : 1;
  const column = new Int32Array(pick.length * width);
  pick.forEach((which, i) => {
    for (let k = 0; k < width; k += 1) column[i * width + k] = values[which]![i * width + k]!;
  });
  return column;
}

/** The type of a term. */
export function typeOfTerm(term: Term, env: Environment): Type {
  switch (term.is) {
    case 'column':
      return env.column(term.name).type;
    case 'item':
    case 'place':
    case 'before':
    case 'word':
    case 'table':
      return 'word';
    case 'symbol':
      return 'symbol';
    case 'list':
    case 'record':
      return 'list';
    case 'each':
      return term.name === 'scan' ? 'list' : eachRows[term.name].result;
    case 'bits':
      return 'bits';
    case 'choice':
      return typeOfTerm(term.otherwise, env);
    case 'call':
      return productionNamed(term.name)?.result ?? env.abstractions.get(term.name)?.result ?? 'word';
  }
}
