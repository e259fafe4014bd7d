import { columnsIn, type Rule } from '#learners/machine/terms';
import type { Table, TableColumn } from '../table.ts';
import { codeOf, type Dialect, needsCodes, pairCalls, wordsOfRule } from './rule-code.ts';

const two =
  (sign: string) =>
  ([a, b]: readonly string[]) =>
    `(${a} ${sign} ${b})`;
const of = (name: string) => (args: readonly string[]) => `${name}(${args.join(', ')})`;
const at = (name: string): string => `c[${JSON.stringify(name)}]`;

/** What is more than an operator; + 0 makes −0 a 0: its parameters, the type that it gives, and its body. */
const functions: Readonly<Record<string, readonly [params: string, result: string, body: string]>> = {
  whole: ['x: number', 'number', 'return Math.max(-1000000000, Math.min(1000000000, Math.trunc(x))) + 0'],
  divide: ['a: number, b: number', 'number', 'return b === 0 ? 0 : Math.floor(a / b) + 0'],
  modulo: ['a: number, b: number', 'number', 'return b === 0 ? 0 : a - b * Math.floor(a / b)'],
  find: ['l: number[], x: number', 'number', 'return l.indexOf(x) + 1'],
  nth: ['l: number[], k: number', 'number', 'return k >= 1 && k <= l.length ? l[k - 1] : 0'],
  sum: ['l: number[]', 'number', 'return whole(l.reduce((a, b) => a + b, 0))'],
  product: ['l: number[]', 'number', 'return l.reduce((a, b) => whole(a * b), 1)'],
  most: ['l: number[]', 'number', 'return l.length === 0 ? 0 : Math.max(...l)'],
  least: ['l: number[]', 'number', 'return l.length === 0 ? 0 : Math.min(...l)'],
  cut: [
    'l: number[], a: number, b: number',
    'number[]',
    'return b < a ? l : [...l.slice(0, Math.max(0, a - 1)), ...l.slice(Math.max(0, b))]',
  ],
  insertAt: [
    'l: number[], a: number, b: number',
    'number[]',
    'return a < 1 || a > l.length + 1 ? l : [...l.slice(0, a - 1), b, ...l.slice(a - 1)]',
  ],
  replaceAt: [
    'l: number[], a: number, b: number',
    'number[]',
    'return a < 1 || a > l.length ? l : l.map((x, i) => (i === a - 1 ? b : x))',
  ],
  swap: [
    'l: number[], a: number, b: number',
    'number[]',
    'return a < 1 || b < 1 || a > l.length || b > l.length ? l : l.map((x, i) => (i === a - 1 ? l[b - 1] : i === b - 1 ? l[a - 1] : x))',
  ],
  removeAt: ['l: number[], a: number', 'number[]', 'return a < 1 ? l : l.filter((_, i) => i !== a - 1)'],
  interleave: ['l: number[], m: number[]', 'number[]', 'return l.flatMap((x, i) => (i < m.length ? [x, m[i]] : [x]))'],
  repeat: ['x: number, k: number', 'number[]', 'return Array.from({ length: Math.max(0, k) }, () => x)'],
  range: ['a: number, b: number', 'number[]', 'return Array.from({ length: Math.max(0, b - a + 1) }, (_, i) => a + i)'],
  sums: ['l: number[]', 'number[]', 'let s = 0; return l.map((x) => (s += x))'],
};

const calls: Dialect['calls'] = {
  ...pairCalls,
  add: ([a, b]) => `whole(${a} + ${b})`,
  subtract: ([a, b]) => `whole(${a} - ${b})`,
  multiply: ([a, b]) => `whole(${a} * ${b})`,
  divide: of('divide'),
  modulo: of('modulo'),
  smaller: of('Math.min'),
  larger: of('Math.max'),
  equal: two('==='),
  less: two('<'),
  same: two('==='),
  divides: ([a, b]) => `(${a} !== 0 && ${b} % ${a} === 0)`,
  not: ([a]) => `!${a}`,
  and: two('&&'),
  or: two('||'),
  contains: ([l, x]) => `${l}.includes(${x})`,
  head: ([l]) => `(${l}[0] ?? 0)`,
  last: ([l]) => `(${l}.at(-1) ?? 0)`,
  length: ([l]) => `${l}.length`,
  count: ([l, x]) => `${l}.filter((y) => y === ${x}).length`,
  tail: ([l]) => `${l}.slice(1)`,
  init: ([l]) => `${l}.slice(0, -1)`,
  reverse: ([l]) => `[...${l}].reverse()`,
  sort: ([l]) => `[...${l}].sort((a, b) => a - b)`,
  unique: ([l]) => `[...new Set(${l})]`,
  steps: ([l]) => `${l}.slice(1).map((x, i) => x - ${l}[i])`,
  take: ([l, a]) => `${l}.slice(0, Math.max(0, ${a}))`,
  drop: ([l, a]) => `${l}.slice(Math.max(0, ${a}))`,
  takeLast: ([l, a]) => `${l}.slice(Math.max(0, ${l}.length - Math.max(0, ${a})))`,
  dropLast: ([l, a]) => `${l}.slice(0, Math.max(0, ${l}.length - Math.max(0, ${a})))`,
  without: ([l, a]) => `${l}.filter((y) => y !== ${a})`,
  cons: ([l, a]) => `[${a}, ...${l}]`,
  append: ([l, a]) => `[...${l}, ${a}]`,
  slice: ([l, a, b]) => `${l}.slice(Math.max(0, ${a} - 1), Math.max(0, ${b}))`,
  replaceValue: ([l, a, b]) => `${l}.map((y) => (y === ${a} ? ${b} : y))`,
  concat: ([l, m]) => `[...${l}, ...${m}]`,
  singleton: ([a]) => `[${a}]`,
  ...Object.fromEntries(
    [
      'find',
      'nth',
      'sum',
      'product',
      'most',
      'least',
      'cut',
      'insertAt',
      'replaceAt',
      'swap',
      'removeAt',
      'interleave',
      'repeat',
      'range',
      'sums',
    ].map((name) => [name, of(name)]),
  ),
};

const dialectOf = (codes: readonly string[] | undefined): Dialect => ({
  name: 'ts',
  column: at,
  word: String,
  symbol: (name) => (codes === undefined ? JSON.stringify(name) : String(codes.indexOf(name))),
  calls,
  choose: (cases, otherwise) => `(${cases.map(({ when, gives }) => `${when} ? ${gives} : `).join('')}${otherwise})`,
  lookUp: (key, entries, otherwise) =>
    `(new Map([${entries.map(([a, b]) => `[${a}, ${b}]`).join(', ')}]).get(${key}) ?? ${otherwise})`,
  lists: {
    list: (value) => `[${value.join(', ')}]`,
    record: (columns) => `[${columns.map(at).join(', ')}]`,
    each(name, list, body, start) {
      if (name === 'scan') return `scan(${list}, ${start}, (item, place, before) => ${body})`;
      if (name === 'sortBy') return `sortBy(${list}, (item, place) => ${body})`;
      return `${list}.${name}((item, i) => { const place = i + 1; return ${body}; })`;
    },
  },
});

/** What ends a comment of a line in JavaScript. A cell of a table may hold it. */
const LINE_ENDS = /[\r\n\u2028\u2029]/g;

const types = { number: 'number', flag: 'boolean', word: 'string', list: 'number[]' } as const;

/** A rule as a module that runs alone. The script is the same without types. */
export function ruleScript(
  rule: Rule,
  table: Table,
  says: readonly string[],
): { readonly typed: string; readonly script: string } {
  const codes = needsCodes(rule.term) ? wordsOfRule(rule) : undefined;
  const body = codeOf(rule, dialectOf(codes));
  const write = (isTyped: boolean): string => {
    const typed = (text: string): string => (isTyped ? text : '');
    const used = Object.entries(functions).filter(([name]) => name === 'whole' || body.includes(`${name}(`));
    return [
      ...says.map((line) => `// ${line.replaceAll(LINE_ENDS, ' ')}`),
      ...used.map(
        ([name, [params, result, code]]) =>
          `function ${name}(${isTyped ? params : bare(params)})${typed(`: ${result}`)} { ${code}; }`,
      ),
      ...(body.includes('scan(') ? [isTyped ? SCAN : bareScan(SCAN)] : []),
      ...(body.includes('sortBy(') ? [isTyped ? SORT : bareScan(SORT)] : []),
      `export function rule(row${typed(`: ${rowType(rule, table)}`)})${typed(`: ${types[table.answer.kind]}`)} {`,
      '  const c = {',
      ...readColumns(rule, table).map((column) => `    [${JSON.stringify(column.name)}]: ${readCell(column, codes)},`),
      '  };',
      `  return ${answerCode(table.answer, body, codes)};`,
      '}',
      '',
    ].join('\n');
  };
  return { typed: write(true), script: write(false) };
}

const SCAN =
  'function scan(l: number[], start: number, f: (item: number, place: number, before: number) => number): number[] { let held = start; return l.map((x, i) => (held = f(x, i + 1, held))); }';
const SORT =
  'function sortBy(l: number[], f: (item: number, place: number) => number): number[] { return l.map((x, i) => [f(x, i + 1), i, x]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((a) => a[2]); }';

function bare(params: string): string {
  return params.replaceAll(/: [^,]+/g, '');
}

function bareScan(text: string): string {
  return text.replace(/\(l: .*?\): number\[\] \{/, text.includes('start') ? '(l, start, f) {' : '(l, f) {');
}

function readColumns(rule: Rule, { columns }: Table): readonly TableColumn[] {
  const read = new Set(columnsIn(rule.term));
  return columns.filter(({ name }) => read.has(name));
}

function rowType(rule: Rule, table: Table): string {
  const fields = readColumns(rule, table).map(
    ({ name, kind }) =>
      `${JSON.stringify(name)}${kind === 'word' ? '?' : ''}: ${types[kind]}${kind === 'word' ? ' | null | undefined' : ''}`,
  );
  return `{ ${fields.join('; ')} }`;
}

function readCell({ name, kind, scale }: TableColumn, codes: readonly string[] | undefined): string {
  const cell = `row[${JSON.stringify(name)}]`;
  if (kind === 'number') return scale === 1 ? cell : `Math.round(${cell} * ${scale})`;
  if (kind === 'flag' && codes !== undefined) return `Number(${cell})`;
  if (kind !== 'word') return cell;
  const word = `(String(${cell} ?? '').trim() || '(missing)')`;
  return codes === undefined ? word : `${JSON.stringify(codes)}.indexOf(${word})`;
}

function answerCode({ kind, scale }: TableColumn, body: string, codes: readonly string[] | undefined): string {
  if (kind === 'word' && codes !== undefined) return `${JSON.stringify(codes)}[${body}] ?? ''`;
  if (kind === 'flag') return `Boolean(${body})`;
  return kind === 'number' && scale !== 1 ? `${body} / ${scale}` : body;
}
