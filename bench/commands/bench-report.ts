import { z } from 'zod';
import type { SuiteResult } from '../suite.ts';
import { Fault, isRecord } from '#foundation/kernel';
import { defineCommand, ExitCode, type Shell } from '#app/cli';
import { reportText } from './bench-suite.ts';

export const benchReport = defineCommand({
  name: 'bench report',
  summary: 'Make one report out of results that benchmarks wrote with --out.',
  args: [{ name: 'FILE', says: 'results as JSON', required: true, many: true }],
  flags: z.object({
    output: z.string().describe('where to write: a page with plots if it ends in .html, else Markdown'),
  }),
  short: { output: 'o' },
  examples: ['pawl bench report parity.json dyck.json -o report.html'],

  async run(files, { output }, shell) {
    const results: SuiteResult[] = [];
    for (const file of files) results.push(...resultsOf(await readJson(file, shell), file));
    shell.writeFile(output, reportText(output, results));
    if (shell.json) shell.print(JSON.stringify({ output, suites: results.map(({ suite }) => suite) }));
    else shell.print(`${results.length} benchmarks in ${output}`);
    return ExitCode.ok;
  },
});

async function readJson(file: string, shell: Shell): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await shell.readInput(file)));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('cli/cannot-read', `${file} does not read as JSON`, { cause });
  }
}

/** A result of one suite, or of `bench all`. */
function resultsOf(value: unknown, file: string): readonly SuiteResult[] {
  if (isRecord(value) && Array.isArray(value['results']))
    return value['results'].flatMap((one) => resultsOf(one, file));
  if (isSuiteResult(value)) return [value];
  throw new Fault('cli/usage', `${file} is no result of a benchmark`, { details: { file } });
}

function isSuiteResult(value: unknown): value is SuiteResult {
  return isRecord(value) && ['tables', 'plots', 'targets', 'notes'].every((name) => Array.isArray(value[name]));
}
