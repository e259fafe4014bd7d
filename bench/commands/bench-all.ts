import { z } from 'zod';
import { compositeScores } from '../composite.ts';
import { recorded } from '../provenance/provenance.ts';
import type { SuiteResult, SuiteRow } from '../suite.ts';
import { suites } from '../suites.ts';
import { figure } from '#app/report';
import { Fault } from '#foundation/kernel';
import {
  defineCommand,
  ExitCode,
  nearestName,
  openQueue,
  type QueueFlags,
  queueFlags,
  requireQueue,
  type Shell,
} from '#app/cli';
import { suiteKind, suiteResultOf } from './suite-kind.ts';
import { inOwnProcess, type RunSuite, runSuites } from './run-suites.ts';
import { keeping } from './keep-suites.ts';
import { reportText } from './bench-suite.ts';

export const benchAll = defineCommand({
  name: 'bench all',
  args: [{ name: 'SUITE', says: 'only these: ' + suites.map(({ name }) => name).join(', '), many: true }],
  flags: z.object({
    quick: z.boolean().default(false).describe('fewer seeds and smaller sizes: under 5 minutes on 2 cores'),
    seed: z.coerce.number().int().min(0).default(1).describe('seed of the data and of the learners'),
    report: z.string().optional().describe('write a Markdown report to this file'),
    keep: z
      .string()
      .optional()
      .describe('folder of results of single benchmarks; a run that was stopped goes on from there'),
    out: z.string().optional().describe('write the results as JSON to this file'),
    ...queueFlags,
  }),
  examples: [
    'pawl bench all --quick',
    'pawl bench all parity dyck --quick --json',
    'pawl bench all --keep results',
    'pawl bench all --queue redis://10.0.0.5:6379',
  ],

  async run(names, { quick, seed, report, out, keep, ...where }, shell) {
    const wanted = names.length === 0 ? suites.filter(({ isApart }) => isApart !== true) : names.map(findSuite);
    const options = { quick, seed, environment: shell.env, note: (line: string) => shell.note(line) };
    await requireQueue(where, shell);
    const flags = [...(quick ? ['--quick'] : []), '--seed', String(seed)];
    const kept = (run: RunSuite): RunSuite => (keep === undefined ? run : keeping(keep, { quick, seed }, run, shell));
    const results =
      wanted.length === 1 && keep === undefined && where.queue === undefined
        ? [recorded(await (await wanted[0]!.load()).run(options))]
        : await runSuites(
            wanted,
            kept(inOwnProcess(flags, options.note)),
            where.queue === undefined ? undefined : kept(withQueue(where, { quick, seed }, shell)!),
          );
    const targets = results.flatMap(({ suite, targets: own }) => own.map((target) => ({ ...target, suite })));
    const scores = compositeScores(results);
    const whole = JSON.stringify({ results, targets, scores });
    if (out !== undefined) shell.writeFile(out, `${whole}\n`);
    if (report !== undefined) shell.writeFile(report, reportText(results));
    if (shell.json) shell.print(whole);
    else {
      for (const line of summaryLines(results)) shell.print(line);
      for (const name of ['fast', 'learning', 'safety'] as const) {
        shell.print(`score        ${name}: ${figure(scores[name])}`);
      }
    }
    return ExitCode.ok;
  },
});

/** Has suites run by workers; none where no queue is named. */
function withQueue(
  where: QueueFlags,
  { quick, seed }: { readonly quick: boolean; readonly seed: number },
  shell: Shell,
): RunSuite | undefined {
  if (where.queue === undefined) return undefined;
  return async ({ name: suite }) => {
    const queue = (await openQueue(where, shell.env))!;
    try {
      shell.note(`${suite}: waits for a worker`);
      return suiteResultOf(await queue.run(suiteKind, { suite, quick, seed }));
    } finally {
      await queue.close();
    }
  };
}

function findSuite(name: string): SuiteRow {
  const found = suites.find((suite) => suite.name === name);
  if (found !== undefined) return found;
  const near = nearestName(
    name,
    suites.map((suite) => suite.name),
  );
  throw new Fault(
    'cli/usage',
    `there is no benchmark "${name}"`,
    near === undefined ? {} : { hint: `Did you mean ${near}?` },
  );
}

function summaryLines(results: readonly SuiteResult[]): readonly string[] {
  return results.flatMap(({ suite, targets }) =>
    targets.map(
      ({ name, value, goal, status }) => `${status.padEnd(12)} ${suite}: ${name}: ${figure(value)} (goal ${goal})`,
    ),
  );
}
