import { tableLines } from '#app/report';
import type { SuiteResult } from '../suite.ts';

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
