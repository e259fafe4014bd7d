import { z } from 'zod';
import { htmlReport, recorded, type SuiteOptions, type SuiteResult, type SuiteRow, suiteReport } from '#bench';
import { figure, tableLines } from '#report';
import { type Command, defineCommand, ExitCode, type Shell } from '../command.ts';

/** Flags of benchmarks of many runs, which can be stopped and go on. */
export const keptFlags = {
  keep: z
    .string()
    .optional()
    .describe('folder of runs already played; a benchmark that was stopped goes on from there'),
  keptOnly: z.boolean().default(false).describe('play nothing: put together what --keep holds'),
  report: z.string().optional().describe('write the result as Markdown to this file'),
  out: z.string().optional().describe('write the result as JSON to this file'),
};

const flags = z.object({
  quick: z.boolean().default(false).describe('fewer seeds and smaller sizes, for a first impression'),
  seed: z.coerce.number().int().min(0).default(1).describe('seed of the data and of the learner'),
  report: z
    .string()
    .optional()
    .describe('write a report to this file: a page with plots if it ends in .html, else Markdown'),
  out: z.string().optional().describe('write the result as JSON to this file'),
  skipSlowPeers: z.boolean().default(false).describe('leave peers out where they build for minutes'),
  corpus: z.string().optional().describe('a file of your own data, for benchmarks that read one'),
});

/** The command of a benchmark: `pawl bench NAME`. */
export function benchSuiteCommand(suite: SuiteRow): Command<typeof flags> {
  const name = `bench ${suite.name}`;
  return defineCommand({
    name,
    summary: suite.summary,
    flags,
    examples: [`pawl ${name} --quick`, `pawl ${name} --seed 11 --json`, `pawl ${name} --report ${suite.name}.md`],

    async run(_args, { quick, seed, report, out, skipSlowPeers, corpus }, shell) {
      const note = (line: string): void => shell.note(line);
      const options: SuiteOptions = { quick, seed, skipSlowPeers, environment: shell.env, note };
      const own = corpus === undefined ? {} : { corpus: { name: corpus, bytes: await shell.readInput(corpus) } };
      const loaded = await suite.load();
      const result = recorded(suite.name, await loaded.run({ ...options, ...own }));
      return tellResult(result, { report, out }, shell);
    },
  });
}

/** Results as a page or as Markdown, by the name of the file. */
export function reportText(file: string, results: readonly SuiteResult[]): string {
  if (/\.html?$/i.test(file)) return htmlReport('Pawl benchmarks', results);
  return `${results.map((result) => suiteReport(result).join('\n')).join('\n\n')}\n`;
}

/** Writes a result where it is asked for, and says it. */
export function tellResult(
  result: SuiteResult,
  { report, out }: { readonly report?: string | undefined; readonly out?: string | undefined },
  shell: Shell,
): number {
  if (out !== undefined) shell.writeFile(out, `${JSON.stringify(result, null, 2)}\n`);
  if (report !== undefined) shell.writeFile(report, reportText(report, [result]));
  if (shell.json) shell.print(JSON.stringify(result));
  else printResult(result, shell);
  return ExitCode.ok;
}

/** A result for people: its tables, what to know about them, and its targets. */
function printResult({ tables, notes, targets }: SuiteResult, shell: Shell): void {
  for (const table of tables) {
    shell.print(table.title);
    for (const line of tableLines(table)) shell.print(line);
    shell.print('');
  }
  for (const note of notes) shell.print(`note: ${note}`);
  for (const { name, value, goal, status } of targets) {
    shell.print(`${status.padEnd(12)} ${name}: ${figure(value)} (goal ${goal})`);
  }
}
