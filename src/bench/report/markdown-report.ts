import type { SuiteResult, Table } from '../suite.ts';

/** A result as Markdown, line by line. Plots are data of the JSON; the pages of `bench all` draw them. */
export function suiteReport(result: SuiteResult): string[] {
  const { suite, quick, seed, tables, targets, notes, configuration, cpuSeconds } = result;
  return [
    `# ${suite}${quick ? ' (quick)' : ''}`,
    '',
    `Seed ${seed}, ${cpuSeconds.toFixed(1)} s of CPU time.`,
    '',
    ...tables.flatMap((table) => [`## ${table.title}`, '', ...tableLines(table), '']),
    '## Targets',
    '',
    ...tableLines({
      title: 'Targets',
      columns: ['target', 'value', 'goal', 'status'],
      rows: targets.map(({ name, value, goal, status }) => [name, value, goal, status]),
    }),
    '',
    ...(notes.length > 0 ? ['## Notes', '', ...notes.map((note) => `- ${note}`), ''] : []),
    '## Configuration',
    '',
    '```json',
    ...JSON.stringify(configuration, null, 2).split('\n'),
    '```',
  ];
}

/** A table as Markdown. */
export function tableLines({ columns, rows }: Table): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map((cell) => figure(cell).replaceAll('|', '\\|')))),
  ];
}

/** A figure for people: whole numbers as they are, others to three digits that count. */
export function figure(value: string | number | null): string {
  if (value === null) return 'not measured';
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4
    ? value.toExponential(2)
    : String(Number(value.toPrecision(3)));
}
