import { columnsIn, type Rule } from '#learners/machine/terms';
import type { Table, TableColumn } from '../table.ts';
import { cannot, codeOf, type Dialect, needsCodes, pairCalls, wordsOfRule } from './rule-code.ts';

const two =
  (sign: string) =>
  ([a, b]: readonly string[]) =>
    `(${a} ${sign} ${b})`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** Words stay within ± 1,000,000,000. */
const whole = (value: string): string =>
  `CASE WHEN ${value} > 1000000000 THEN 1000000000 WHEN ${value} < -1000000000 THEN -1000000000 ELSE ${value} END`;
/** The remainder that rounds down, of any signs: SQL's has the sign of a. */
const modulo = ([a, b]: readonly string[]): string =>
  `CASE WHEN ${b} = 0 THEN 0 ELSE ((${a} % ${b}) + ${b}) % ${b} END`;

const calls: Dialect['calls'] = {
  ...pairCalls,
  add: ([a, b]) => `(${whole(`(${a} + ${b})`)})`,
  subtract: ([a, b]) => `(${whole(`(${a} - ${b})`)})`,
  multiply: ([a, b]) => `(${whole(`(${a} * ${b})`)})`,
  divide: ([a, b]) => `(CASE WHEN ${b} = 0 THEN 0 ELSE (${a} - (((${a} % ${b}) + ${b}) % ${b})) / ${b} END)`,
  modulo: (args) => `(${modulo(args)})`,
  smaller: ([a, b]) => `(CASE WHEN ${a} < ${b} THEN ${a} ELSE ${b} END)`,
  larger: ([a, b]) => `(CASE WHEN ${a} > ${b} THEN ${a} ELSE ${b} END)`,
  equal: two('='),
  less: two('<'),
  same: two('='),
  divides: ([a, b]) => `(${a} <> 0 AND ${b} % (CASE WHEN ${a} = 0 THEN 1 ELSE ${a} END) = 0)`,
  not: ([a]) => `(NOT ${a})`,
  and: two('AND'),
  or: two('OR'),
};

function dialectOf({ columns }: Table, codes: readonly string[] | undefined): Dialect {
  const known = new Map(columns.map((column) => [column.name, column]));
  return {
    name: 'sql',
    column(name) {
      const column = known.get(name)!;
      if (column.kind === 'list') throw cannot({ name: 'sql' }, 'lists');
      return readCell(column, codes);
    },
    word: String,
    symbol: (name) => (codes === undefined ? text(name) : String(codes.indexOf(name))),
    calls,
    choose: (cases, otherwise) =>
      `(CASE ${cases.map(({ when, gives }) => `WHEN ${when} THEN ${gives} `).join('')}ELSE ${otherwise} END)`,
    lookUp: (of, entries, otherwise) =>
      `(CASE ${of} ${entries.map(([key, value]) => `WHEN ${key} THEN ${value} `).join('')}ELSE ${otherwise} END)`,
  };
}

/** A cell without the blanks around it, as text: SQLite's `.import` makes every column text. */
const asText = (name: string): string => `TRIM(CAST(${quoted(name)} AS TEXT))`;

function readCell({ name, kind, scale }: TableColumn, codes: readonly string[] | undefined): string {
  if (kind === 'number')
    return scale === 1
      ? `CAST(${quoted(name)} AS INTEGER)`
      : `CAST(ROUND(CAST(${quoted(name)} AS NUMERIC) * ${scale}) AS INTEGER)`;
  if (kind !== 'word') return `(LOWER(${asText(name)}) IN ('true', 'yes', 't', '1'))`;
  const word = `COALESCE(NULLIF(${asText(name)}, ''), '(missing)')`;
  if (codes === undefined) return word;
  return `(CASE ${word} ${codes.map((one, code) => `WHEN ${text(one)} THEN ${code} `).join('')}ELSE -1 END)`;
}

/** A rule as one SQL expression over the columns of a table, in standard words that SQLite and PostgreSQL share. */
export function ruleSql(rule: Rule, table: Table): string {
  if (table.answer.kind === 'list') throw cannot({ name: 'sql' }, 'lists');
  const codes = needsCodes(rule.term) ? wordsOfRule(rule) : undefined;
  const code = codeOf(rule, dialectOf(table, codes));
  const { kind, scale } = table.answer;
  const worded = kind === 'word' && codes !== undefined;
  const answer = worded
    ? `(CASE ${code} ${codes.map((one, at) => `WHEN ${at} THEN ${text(one)} `).join('')}ELSE '' END)`
    : kind === 'number' && scale !== 1
      ? `${code} / ${scale}.0`
      : code;
  return whereAllAreThere(answer, rule, table);
}

/** A row that misses a number or a flag which the rule reads has no answer: it was not learnt from such rows. */
function whereAllAreThere(answer: string, rule: Rule, { columns }: Table): string {
  const read = new Set(columnsIn(rule.term));
  const needed = columns.filter(({ name, kind }) => read.has(name) && (kind === 'number' || kind === 'flag'));
  const missing = needed.map(({ name }) => `COALESCE(${asText(name)}, '') = ''`);
  return missing.length === 0 ? answer : `(CASE WHEN ${missing.join(' OR ')} THEN NULL ELSE ${answer} END)`;
}

/** The expression in a statement that a person can paste. */
export function sqlStatement(expression: string, table: Table, says: readonly string[]): string {
  const lines = says.map((line) => `-- ${line.replaceAll(/[\r\n]/g, ' ')}\n`).join('');
  return `${lines}SELECT *, ${expression} AS ${quoted(table.answer.name)} FROM rows;\n`;
}

/** The rows as a statement that gives what the expression says of each, in order: for a test on all of them. */
export function sqlOnRows(expression: string, table: Table, rows: readonly (readonly unknown[])[]): string {
  const names = table.columns.filter(({ kind }) => kind !== 'list');
  const values = rows.map((row, i) => {
    const cells = table.columns.flatMap((column, k) => (column.kind === 'list' ? [] : [literal(column, row[k])]));
    return `(${[i, ...cells].join(', ')})`;
  });
  const header = ['"#"', ...names.map(({ name }) => quoted(name))].join(', ');
  return `WITH rows(${header}) AS (VALUES ${values.join(', ')}) SELECT ${expression} AS said FROM rows ORDER BY "#"`;
}

function literal({ kind, scale }: TableColumn, cell: unknown): string {
  if (kind === 'number') return String(Number(cell) / scale);
  return kind === 'flag' ? (cell === true ? 'TRUE' : 'FALSE') : text(String(cell));
}
