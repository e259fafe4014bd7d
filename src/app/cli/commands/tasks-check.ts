import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { skillName } from '#foundation/contracts';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { type AdversaryReport, efforts, judgeAgain, REPORT_SEED } from '#tasks/adversary';
import { checkTemplate, type TemplateCheck } from '#tasks/define';
import { levelHash } from '#tasks/laws';
import { findTemplate, templates } from '#tasks/registry';
import { pathNameOf } from '#tasks/settings';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findNamedTemplate } from '../find-named-template.ts';
import { readReports } from '../tasks/adversary-file.ts';
import { attackAll } from '../tasks/attack-in-threads.ts';
import { checkOwn, filesOfFlag, loadOwnTemplates, requireLaws } from '../tasks/own-templates.ts';
import { counted } from '../counted.ts';
import { byCause } from '../tasks/by-cause.ts';
import { asUsage, ownFlag } from './tasks-usage.ts';

function show(
  { template, ok, levels, instancesPerSecond, stepsPerSecond, findings }: TemplateCheck,
  shell: Shell,
): void {
  const gaps = levels.map(({ oracle: { kind, meanReturn, meanOptimum } }) => {
    const gap = meanReturn - meanOptimum;
    return kind === 'exact' && Math.abs(gap) < 1e-9 ? '=' : gap.toFixed(3);
  });
  const refused = levels.reduce((sum, { mutation }) => sum + mutation.refused, 0);
  const tried = levels.reduce((sum, { mutation }) => sum + mutation.tried, 0);
  const imbalance = Math.max(0, ...levels.map(({ balance }) => balance?.imbalance ?? 0));
  shell.print(
    `${ok ? 'ok ' : 'BAD'} ${template.padEnd(22)} oracle-optimum ${gaps.join(' ')}  other answers refused ${refused}/${tried}  ` +
      `imbalance ${(100 * imbalance).toFixed(1)} points  ${instancesPerSecond} instances/s${stepsPerSecond === undefined ? '' : `, ${stepsPerSecond} steps/s`}`,
  );
  for (const finding of byCause(findings)) shell.print(`    ${finding}`);
}

/** What the figures of a row mean. */
const MEANINGS = [
  'oracle-optimum: what the oracle earns on average above the declared optimum, level by level; = where it is exactly the optimum, as 0.000 is on average',
  "other answers refused: of answers that differ from the oracle's, those that the verifier refuses or pays less; the others are right or as good too",
];

/** Processor time of this process: other work on the machine does not slow it. */
const cpuClock = {
  now(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

interface AdversaryFlags {
  readonly effort: 'quick' | 'full';
  readonly threads: number;
  readonly level?: number | undefined;
  readonly reuse?: string | undefined;
  readonly seed?: string | undefined;
  /** Files of own templates. */
  readonly files: readonly string[];
}

/** For whoever wrote the template. */
const ADVICE =
  'What a cheap player does shows little when a machine learns it. Make those levels harder, or declare as `baselines` what may be so and why (docs/guide/own-template.md).';

/** Lets the adversary loose on every level of the templates; 3 where it finds a cheap way through. */
async function runAdversary(
  chosen: readonly AnyTemplate[],
  { effort, threads, level, reuse, seed, files }: AdversaryFlags,
  shell: Shell,
): Promise<number> {
  const attacks = chosen.flatMap((template) =>
    template.levels.flatMap((_, i) =>
      level === undefined || level === i + 1 ? [{ template, level: i + 1, isRegistered: isRegistered(template) }] : [],
    ),
  );
  const progress = shell.progress('attacking');
  const old = reuse === undefined ? [] : readReports(resolve(shell.folder, reuse));
  const reports = await attackAll(attacks, {
    known: ({ template, level: at }) => stillTrue(old, template, at, { train: efforts[effort].train, seed }),
    effort,
    seed: seed ?? REPORT_SEED,
    files,
    threads: threads === 0 ? availableParallelism() : threads,
    heard(report, place) {
      progress.update(place + 1, attacks.length, skillName(report));
      if (shell.json) shell.print(JSON.stringify(report));
      else {
        const { ok, best, findings } = report;
        shell.print(`${ok ? 'ok ' : 'BAD'} ${skillName(report).padEnd(34)} best: ${best.player} ${best.score}`);
        for (const finding of findings) shell.print(`    ${finding}`);
      }
    },
  });
  progress.end();
  const bad = reports.filter(({ ok }) => !ok);
  const summary = {
    levels: reports.length,
    ok: bad.length === 0,
    bad: bad.map(skillName),
  };
  if (shell.json) shell.print(JSON.stringify({ summary }));
  else {
    shell.print(`${counted(summary.levels, 'level')}, ${bad.length} with a cheap way through`);
    if (bad.length > 0 && files.length > 0) shell.note(ADVICE);
  }
  return summary.ok ? ExitCode.ok : ExitCode.answerIsNo;
}

/** What is known of a level whose instances are still the same, as it is judged now; of the seed that was asked for, else of any, the report's first. */
function stillTrue(
  old: readonly AdversaryReport[],
  template: AnyTemplate,
  level: number,
  { train, seed }: { readonly train: number; readonly seed: string | undefined },
): AdversaryReport | undefined {
  const fits = old.filter((one) => one.template === template.name && one.level === level && one.train >= train);
  const report = fits.find((one) => one.seed === (seed ?? REPORT_SEED)) ?? (seed === undefined ? fits[0] : undefined);
  if (report === undefined || report.instances !== levelHash(template, level)) return undefined;
  return judgeAgain(template, report);
}

/** Whether another thread finds the template by its name. */
function isRegistered(template: AnyTemplate): boolean {
  try {
    return findTemplate(pathNameOf(template)).name === template.name;
  } catch {
    return false;
  }
}

export const tasksCheck = defineCommand({
  name: 'tasks check',
  args: [{ name: 'template', says: 'only these', many: true }],
  flags: z.object({
    ...ownFlag,
    instances: z.coerce.number().int().min(10).max(1_000_000).default(1000).describe('instances per level'),
    adversary: z
      .boolean()
      .default(false)
      .describe(
        'look for a cheap way through instead: predictors trained on 2,000 instances, and players against the optimum',
      ),
    effort: z.enum(['quick', 'full']).default('full').describe('how hard the adversary tries'),
    level: z.coerce.number().int().min(1).optional().describe('only this level, with --adversary'),
    reuse: z
      .string()
      .optional()
      .describe(
        'reports of an earlier run: a level whose instances are the same is only judged again, with --adversary',
      ),
    seed: z
      .string()
      .optional()
      .describe(
        'draw instances from this seed instead of `report-2`, with --adversary; levels and baselines were settled under `adversary`',
      ),
    threads: z.coerce.number().int().min(0).max(64).default(0).describe('threads of the adversary; 0: one per core'),
  }),
  short: { instances: 'n' },
  examples: [
    'pawl tasks check',
    'pawl tasks check GRID_NAV --instances 10000',
    'pawl tasks check --adversary --json --reuse docs/tasks/adversary.jsonl',
    'pawl tasks check LOGIC_SAT_DECIDE --adversary --level 3 --effort quick',
    'pawl tasks check --tasks ./my-template.ts',
    'pawl tasks check --tasks ./my-template.ts --adversary --effort quick',
  ],

  run: (args, { instances, adversary, tasks, ...attack }, shell) =>
    asUsage(async () => {
      const files = filesOfFlag(tasks, shell);
      const own = await loadOwnTemplates(files);
      const all = tasks === undefined ? templates : own;
      const chosen = args.length === 0 ? all : args.map((name) => findNamedTemplate(name, own));
      if (adversary) {
        await requireLaws(own, shell);
        return runAdversary(chosen, { ...attack, files }, shell);
      }
      const progress = shell.progress('checking');
      const reports: TemplateCheck[] = [];
      for (const [i, template] of chosen.entries()) {
        progress.update(i, chosen.length, template.name);
        const check = own.includes(template) ? checkOwn : checkTemplate;
        const report = await check(template, instances, cpuClock);
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
      else {
        for (const line of MEANINGS) shell.print(line);
        shell.print(
          `${counted(summary.templates, 'template')}, median ${summary.medianPerSecond} and slowest ${summary.slowestPerSecond} instances/s`,
        );
      }
      return summary.ok ? ExitCode.ok : ExitCode.answerIsNo;
    }),
});
