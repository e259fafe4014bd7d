import { resolve } from 'node:path';
import { z } from 'zod';
import { recorded } from '../provenance/provenance.ts';
import type { SuiteOptions, SuiteResult, SuiteRow } from '../suite.ts';
import { suiteReport } from '../report/markdown-report.ts';
import { Fault } from '#foundation/kernel';
import { figure, tableLines } from '#app/report';
import { type Command, defineCommand, ExitCode, type Shell } from '#app/cli';
import { benchResultFiles } from './bench-result-files.ts';

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
  report: z.string().optional().describe('write the result as Markdown to this file'),
  out: z.string().optional().describe('write the result as JSON to this file'),
  skipSlowPeers: z.boolean().default(false).describe('leave peers out where they build for minutes'),
  corpus: z.string().optional().describe('a file of your own data, for benchmarks that read one'),
  epfl: z
    .string()
    .optional()
    .describe('bench circuit: measure the AIGER files of this folder instead, such as a checkout of the EPFL suite'),
  formulas: z.string().optional().describe('bench sat: measure the DIMACS files of this folder instead'),
  sygus: z
    .string()
    .optional()
    .describe('bench tables: solve the bit-vector problems of this folder instead, beside cvc5'),
  keep: z
    .string()
    .optional()
    .describe('folder of rows of --epfl already measured; what was stopped goes on from there'),
});

/** The command of a benchmark: `pawl bench NAME`. */
export function benchSuiteCommand(suite: SuiteRow): Command<typeof flags> {
  const name = `bench ${suite.name}`;
  return defineCommand({
    name,
    flags,
    examples: [`pawl ${name} --quick`, `pawl ${name} --seed 11 --json`, `pawl ${name} --report ${suite.name}.md`],

    async run(_args, typed, shell) {
      const { quick, seed, report, out, skipSlowPeers, corpus, keep } = typed;
      const note = (line: string): void => shell.note(line);
      const options: SuiteOptions = { quick, seed, skipSlowPeers, environment: shell.env, note };
      const own = corpus === undefined ? {} : { corpus: { name: corpus, bytes: await shell.readInput(corpus) } };
      const files = filesOf(suite, typed, shell);
      const loaded = await (files?.load() ?? suite.load());
      const kept = keep === undefined ? {} : { keep: benchResultFiles(keep, shell, false) };
      const found = await loaded.run({ ...options, ...own, ...kept, ...(files && { folder: files.folder }) });
      const result = recorded(found);
      return tellResult(result, { report, out }, shell);
    },
  });
}

/** The benchmark on files that a flag asks for; a flag of another benchmark is a mistake. */
function filesOf(
  { name, onFiles }: SuiteRow,
  typed: Readonly<Partial<Record<'epfl' | 'formulas' | 'sygus', string | undefined>>>,
  { folder }: Shell,
): (NonNullable<SuiteRow['onFiles']> & { readonly folder: string }) | undefined {
  for (const flag of ['epfl', 'formulas', 'sygus'] as const) {
    const said = typed[flag];
    if (said === undefined) continue;
    if (onFiles?.flag !== flag) throw new Fault('cli/usage', `bench ${name} takes no --${flag}`);
    return { ...onFiles, folder: resolve(folder, said) };
  }
  return undefined;
}

/** Results as Markdown. */
export function reportText(results: readonly SuiteResult[]): string {
  return `${results.map((result) => suiteReport(result).join('\n')).join('\n\n')}\n`;
}

/** Writes a result where it is asked for, and says it. */
export function tellResult(
  result: SuiteResult,
  { report, out }: { readonly report?: string | undefined; readonly out?: string | undefined },
  shell: Shell,
): number {
  if (out !== undefined) shell.writeFile(out, `${JSON.stringify(result, null, 2)}\n`);
  if (report !== undefined) shell.writeFile(report, reportText([result]));
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
