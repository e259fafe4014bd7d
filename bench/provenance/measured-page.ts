import { isRecord } from '#foundation/kernel';
import { compositeScores } from '../composite.ts';
import { figure, type Table, tableLines } from '#app/report';
import type { SuiteResult } from '../suite.ts';
import { isSuiteResult } from './summary.ts';

/** A file of `bench/results`. */
export interface Committed {
  readonly name: string;
  readonly value: unknown;
}

/** How a result is measured again, where that is not `pawl bench NAME`. */
const commands: Readonly<Record<string, string>> = {
  epfl: 'pawl bench circuit --epfl DIR',
  'faults-postgres': 'pawl bench faults --only postgres',
  formulas: 'pawl bench sat --formulas DIR',
  sygus: 'pawl bench tables --sygus DIR',
  'train-gate': 'pawl bench train --gate',
  'train-throughput': 'pawl bench train --throughput',
  workers: 'pawl bench faults --workers',
  serve: 'node --import tsx bench/serve.bench.ts',
};

/** Tables longer than this are left to the file of the result. */
const MOST_ROWS = 14;
const MOST_TABLES = 3;

/** docs/measured.md: every figure of it stands in a committed result. */
export function measuredPage(results: readonly Committed[]): string {
  const all = results.flatMap(({ value }) => (isSuiteResult(value) ? value.targets : []));
  const count = (status: string): number => all.filter((target) => target.status === status).length;
  const machine = results.flatMap(({ value }) => (isSuiteResult(value) ? [value] : []));
  const lines = [
    '# Measured beside peers',
    '',
    'Written by `npm run results` from the files of [bench/results](../bench/results): no figure here is typed by hand. Each part names the command that',
    'measures it again and says at which commit it was measured.',
    '',
    `${results.length} results; of ${all.length} targets ${count('met')} are met, ${count('missed')} missed, ${count('not measured')} not measured.`,
    '',
    ...compositeLines(machine),
    ...results.flatMap(section),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The composite scores of spec/benchmark-suite §6.3. */
function compositeLines(results: readonly SuiteResult[]): string[] {
  const scores = compositeScores(results);
  return [
    '## Composite scores',
    '',
    ...tableLines({
      columns: ['score', 'value', 'from'],
      rows: [
        ['S_fast = tokens/s of all lanes · (1 − error rate)', scores.fast, 'parity, kv'],
        ['S_learn = 1 / (1 + normalised regret)', scores.learning, 'bandit'],
        ['S_safe = 1 / (1 + verification / fast path), 0 after a violation', scores.safety, 'safety'],
      ],
    }),
    '',
  ];
}

function section({ name, value }: Committed): string[] {
  const command = commands[name] ?? `pawl bench ${name}`;
  const head = [`## ${name} (\`${command}\`)`, ''];
  if (!isSuiteResult(value)) return [...head, ...origin(value), ...plain(value)];
  const tables = value.tables.filter(({ rows }) => rows.length <= MOST_ROWS).slice(0, MOST_TABLES);
  return [
    ...head,
    `${value.quick ? 'Quick run' : 'Full run'}, seed ${value.seed}, ${value.cpuSeconds.toFixed(0)} s of CPU time; its other tables: [${name}.json](../bench/results/${name}.json).`,
    '',
    ...origin(value),
    ...tableLines({
      columns: ['target', 'value', 'goal', 'status'],
      rows: value.targets.map((target) => [
        target.name,
        target.value,
        target.goal,
        target.status === 'missed' ? '**missed**' : target.status,
      ]),
    }),
    '',
    ...tables.flatMap((table) => [`${table.title}:`, '', ...tableLines(table), '']),
    ...value.notes.map((note) => `- ${note}`),
    ...(value.notes.length > 0 ? [''] : []),
  ];
}

function origin(value: unknown): string[] {
  const provenance = isRecord(value) ? value['provenance'] : undefined;
  if (!isRecord(provenance)) return [];
  return [`Measured at commit ${String(provenance['commit'])} on ${String(provenance['date'])}.`, ''];
}

/** A result that is no suite: its lists of records as tables, its other values as lines. */
function plain(value: unknown): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === 'provenance' || key === 'suite') return [];
    if (Array.isArray(one) && one.every(isRecord)) return [...tableLines(tableOf(key, one)), ''];
    if (isRecord(one)) return [...tableLines(tableOf(key, [one])), ''];
    return [`- ${key}: ${cellOf(one)}`, ''];
  });
}

function tableOf(title: string, rows: readonly Readonly<Record<string, unknown>>[]): Table {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { title, columns, rows: rows.map((row) => columns.map((column) => cellOf(row[column]))) };
}

function cellOf(value: unknown): string {
  if (value === undefined) return '';
  if (value === null || typeof value === 'number' || typeof value === 'string') return figure(value);
  return JSON.stringify(value);
}
