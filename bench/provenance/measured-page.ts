import { isRecord } from '#foundation/kernel';
import { compositeScores } from '../composite.ts';
import { figure, type Table, tableLines } from '#app/report';
import type { SuiteResult } from '../suite.ts';
import { resultSources } from './result-sources.ts';

/** A file of `bench/results`, and why it may be older than its code where it is marked so. */
export interface Committed {
  readonly name: string;
  readonly value: unknown;
  readonly mark: string | undefined;
}

/** Tables longer than this are left to the page of the result. */
const MOST_ROWS = 14;
const MOST_TABLES = 3;

/** docs/measured.md: every figure of it stands in a committed result. */
export function measuredPage(results: readonly Committed[]): string {
  const all = results.flatMap(({ value }) => (isSuite(value) ? value.targets : []));
  const count = (status: string): number => all.filter((target) => target.status === status).length;
  const isOld = results.filter(({ mark }) => mark !== undefined).length;
  const machine = results.flatMap(({ value }) => (isSuite(value) ? [value] : []));
  const lines = [
    '# Measured beside peers',
    '',
    'Written by `npm run results` from the files of [bench/results](../bench/results): no figure here is typed by hand. Each part names the command that',
    'measures it again. `npm run check` fails when a result is older than the code it speaks of, unless it is marked **old** with a reason, as below.',
    '',
    `${results.length} results, ${isOld} of them old; of ${all.length} targets ${count('met')} are met, ${count('missed')} missed, ${count('not measured')} not measured.`,
    '',
    ...compositeLines(machine),
    ...results.flatMap(section),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The composite scores of seed 003 §6.3. */
export function compositeLines(results: readonly SuiteResult[]): string[] {
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

function section({ name, value, mark }: Committed): string[] {
  const command = resultSources[name]?.command ?? name;
  const head = [`## ${name} (\`${command}\`)`, ''];
  const old = mark === undefined ? [] : [`**Old**: ${mark}`, ''];
  if (!isSuite(value)) return [...head, ...origin(value), ...old, ...plain(value)];
  const tables = value.tables.filter(({ rows }) => rows.length <= MOST_ROWS).slice(0, MOST_TABLES);
  return [
    ...head,
    `${value.quick ? 'Quick run' : 'Full run'}, seed ${value.seed}, ${value.cpuSeconds.toFixed(0)} s of CPU time; all of it: [${name}.md](../bench/results/${name}.md).`,
    '',
    ...origin(value),
    ...old,
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
  const changed = Array.isArray(provenance['changed']) ? provenance['changed'].length : 0;
  const also = changed === 0 ? '' : `, ${changed} of its sources changed since`;
  return [
    `Measured at commit ${String(provenance['commit'])}${also}; the ${String(provenance['files'])} files it runs have the hash ${String(provenance['sources'])}.`,
    '',
  ];
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

function isSuite(value: unknown): value is SuiteResult {
  return isRecord(value) && ['tables', 'plots', 'targets', 'notes'].every((name) => Array.isArray(value[name]));
}
