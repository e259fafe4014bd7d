import { z } from 'zod';
import { checkTemplate, type TemplateCheck, templates } from '#tasks';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findNamedTemplate } from '../find-named-template.ts';
import { asUsage } from './tasks-usage.ts';

function show(
  { template, ok, levels, instancesPerSecond, stepsPerSecond, findings }: TemplateCheck,
  shell: Shell,
): void {
  const gaps = levels.map(({ oracle }) =>
    oracle.kind === 'exact' ? '=' : (oracle.meanReturn - oracle.meanOptimum).toFixed(3),
  );
  const refused = levels.reduce((sum, { mutation }) => sum + mutation.refused, 0);
  const tried = levels.reduce((sum, { mutation }) => sum + mutation.tried, 0);
  const imbalance = Math.max(...levels.map(({ balance }) => balance?.imbalance ?? 0));
  shell.print(
    `${ok ? 'ok ' : 'BAD'} ${template.padEnd(22)} oracle-optimum ${gaps.join(' ')}  refused ${refused}/${tried}  ` +
      `imbalance ${(100 * imbalance).toFixed(1)} points  ${instancesPerSecond} instances/s${stepsPerSecond === undefined ? '' : `, ${stepsPerSecond} steps/s`}`,
  );
  for (const finding of findings) shell.print(`    ${finding}`);
}

/** Processor time of this process: other work on the machine does not slow it. */
const cpuClock = {
  now(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

export const tasksCheck = defineCommand({
  name: 'tasks check',
  summary:
    'Check that oracles earn their optimum, wrong answers are refused, labels are balanced, and how fast all is.',
  args: [{ name: 'template', says: 'only these', many: true }],
  flags: z.object({
    instances: z.coerce.number().int().min(10).max(1_000_000).default(1000).describe('instances per level'),
  }),
  short: { instances: 'n' },
  examples: ['pawl tasks check', 'pawl tasks check GRID_NAV --instances 10000', 'pawl tasks check --json'],

  run: (args, { instances }, shell) =>
    asUsage(() => {
      const chosen = args.length === 0 ? templates : args.map((name) => findNamedTemplate(name));
      const progress = shell.progress('checking');
      const reports: TemplateCheck[] = [];
      for (const [i, template] of chosen.entries()) {
        progress.update(i, chosen.length, template.name);
        const report = checkTemplate(template, instances, cpuClock);
        reports.push(report);
        if (shell.json) shell.print(JSON.stringify(report));
        else show(report, shell);
      }
      progress.end();
      const speeds = reports.map(({ instancesPerSecond }) => instancesPerSecond).sort((a, b) => a - b);
      const summary = {
        templates: reports.length,
        ok: reports.every(({ ok }) => ok),
        medianPerSecond: speeds[Math.floor(speeds.length / 2)],
        slowestPerSecond: speeds[0],
      };
      if (shell.json) shell.print(JSON.stringify({ summary }));
      else
        shell.print(
          `${summary.templates} templates, median ${summary.medianPerSecond} and slowest ${summary.slowestPerSecond} instances/s`,
        );
      return Promise.resolve(summary.ok ? ExitCode.ok : ExitCode.answerIsNo);
    }),
});
