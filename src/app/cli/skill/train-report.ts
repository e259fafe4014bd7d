import type { SkillFiles } from '#foundation/contracts/skills';
import type { SkillScore, TrainSummary } from '#learners/skill/train';
import { exactInterval } from '#foundation/statistics';
import { hashOf } from '#foundation/kernel';
import type { Shell } from '../command.ts';
import { workspaceFlag } from '../runs/open-runs.ts';
import { describeEffect } from './describe-effect.ts';
import { diffLines } from './diff-lines.ts';
import { mishapRows, showDifference, spentRows } from './report-rows.ts';

export interface Trained {
  readonly run: string;
  readonly hash: string;
  /** Calls made again because a crash had cut them off. */
  readonly repeated: number;
  readonly skill: SkillFiles;
  /** Folder of the best skill. */
  readonly best: string;
  readonly summary: TrainSummary;
  /** How long this process was at work. */
  readonly seconds: number;
}

/** Tells what came of a run: one JSON line for machines, or a table, the diff of the skill and why each change was kept. */
export function reportTraining(trained: Trained & { readonly sentence: string | null }, shell: Shell): void {
  if (shell.json) shell.print(JSON.stringify(machineReport(trained)));
  else {
    if (trained.sentence !== null) shell.print(trained.sentence);
    for (const line of humanReport(trained, shell)) shell.print(line);
  }
}

function machineReport({ run, hash, repeated, best, summary, seconds }: Trained): Record<string, unknown> {
  const { score, accepted, rejected, undecided, skipped, rollouts, unscored, spent, stages, stopped, why } = summary;
  const brief = (measured: SkillScore | null): unknown =>
    measured === null
      ? null
      : {
          score: measured.score,
          low: measured.interval.low,
          high: measured.interval.high,
          tasks: measured.tasks,
          byType: measured.byType,
        };
  return {
    run,
    simulated: summary.isSimulated,
    score: {
      split: score.split,
      optimism: score.optimism,
      before: brief(score.before),
      after: brief(score.after),
      final: brief(score.final),
      difference: score.difference,
    },
    accepted,
    rejected,
    undecided,
    skipped,
    rollouts,
    unscored,
    retries: summary.retries,
    cut: summary.cut,
    refused: summary.refused,
    asked: summary.asked,
    repeated,
    unknownUsage: summary.unknownUsage,
    overshot: summary.overshot,
    lost: summary.lost,
    spent,
    stages,
    roles: summary.roles,
    seconds,
    stopped,
    shortened: summary.shortened,
    judge: summary.judge,
    open: briefOpen(summary),
    why,
    lint: summary.lint.map(({ kind, file, message }) => ({ kind, file, message })),
    skill: best,
    hash,
  };
}

function briefOpen({ open }: TrainSummary): Record<string, unknown> | null {
  if (open === null) return null;
  const { version, gain, interval, tasks, more } = open;
  return { skill: version.hash, gain, low: interval.low, high: interval.high, tasks, more };
}

/** Types of tasks on which the accepted skill does worse, and those of which nobody could tell. */
function typeRows({ fallen = [], unwatched = [] }: TrainSummary): (readonly [string, string])[] {
  return [
    ...fallen.map(({ type, before, after }): [string, string] => [
      `worse on ${type}`,
      `${percent(before)} → ${percent(after)} on its validation tasks, though better on the whole`,
    ]),
    ...unwatched.map((type): [string, string] => [
      `unwatched: ${type}`,
      'too few validation tasks of this type to see it get worse',
    ]),
  ];
}

function* humanReport({ run, hash, repeated, skill, best, summary, seconds }: Trained, shell: Shell): Iterable<string> {
  const { score } = summary;
  const row = (name: string, text: string): string => `  ${name.padEnd(22)}${text}`;
  yield `${run}${summary.isSimulated ? ' (SIMULATION: no real model was asked)' : ''}`;
  if (score.before !== null && score.after !== null) {
    yield row(`score on ${score.split} tasks`, `${showScore(score.before)} → ${showScore(score.after)}`);
    for (const [type, { total, hard }] of Object.entries(score.after.byType)) {
      const before = score.before.byType[type];
      if (type !== '') yield row(`  ${type}`, `${typeText(before)} → ${typeText({ total, hard })} (${total} tasks)`);
    }
  }
  for (const [name, text] of typeRows(summary)) yield row(name, text);
  if (score.difference !== null) yield row('  difference', showDifference(score.difference));
  if (score.optimism !== null)
    yield row(
      '  no test split',
      `fresh rollouts on the validation tasks: corrected by ${percent(score.optimism)} for the luck of the trial that accepted it; the interval allows for the ${summary.accepted + summary.rejected + summary.undecided} skills that were tried on them`,
    );
  yield row(
    'candidates',
    `${summary.accepted} accepted, ${summary.rejected} rejected, ${summary.undecided} undecided, ${summary.skipped} steps without one`,
  );
  yield row(
    'rollouts',
    `${summary.rollouts}${summary.unscored > 0 ? `, ${summary.unscored} not scored` : ''}${repeated > 0 ? `, ${repeated} calls made again that had been cut off` : ''}`,
  );
  for (const [name, text] of mishapRows(summary)) yield row(name, text);
  for (const [name, text] of spentRows(summary, seconds)) yield row(name, text);
  if (summary.unknownUsage > 0)
    yield row('unknown usage', `${summary.unknownUsage} calls did not tell theirs and were charged at their ceiling`);
  if (summary.overshot > 0)
    yield row(
      'above the ceiling',
      `${summary.overshot} calls used more than was reserved; a limit may be passed by it`,
    );
  if (summary.stopped !== null) yield row('stopped', summary.stopped);
  if (summary.shortened !== undefined) yield row('shortening', summary.shortened);
  yield row('hash', hash);
  if (summary.accepted === 0) {
    yield '';
    yield summary.open === null ? 'Nothing was learned:' : 'Nothing was shown to be better:';
    for (const reason of summary.why) yield `  ${reason}`;
  } else {
    yield '';
    for (const line of diffLines(skill['SKILL.md'] ?? '', summary.best.skill['SKILL.md'] ?? '')) yield line;
    yield '';
    yield 'Why each rule is there (effect: score on the training tasks behind it, with the rule minus without):';
    for (const { text, step, origins, ...rule } of summary.rules) {
      const causes = new Set(origins.flatMap((origin) => origin.causes));
      yield `  step ${step}  ${describeEffect(rule).padEnd(12)}  from ${causes.size} tasks  ${text.slice(0, 90)}`;
    }
  }
  if (summary.open !== null) for (const line of openLines(summary, run, workspaceFlag(shell))) yield line;
  for (const { kind, file, message } of summary.lint.slice(0, 8)) yield row(`lint: ${kind}`, `${file}: ${message}`);
  for (const line of nextLines({ run, best, skill, summary }, workspaceFlag(shell))) yield line;
}

/** What can be done with the result; there is nothing to take over where the best skill is the one it began with. */
function* nextLines(
  { run, best, skill, summary }: Pick<Trained, 'run' | 'best' | 'skill' | 'summary'>,
  where: string,
): Iterable<string> {
  const isChanged = hashOf(skill) !== hashOf(summary.best.skill);
  yield '';
  yield `The best skill:      ${best}`;
  const force = summary.isSimulated ? ' --force   (a simulation: no real model has seen it)' : '';
  if (isChanged) yield `Take it over:        npx pawl adopt ${run}${where}${force}`;
  yield `Look at it:          npx pawl runs show ${run}${where} --rules`;
  yield `Check it again:      npx pawl audit ${run}${where}`;
}

/** What looked better but was not shown to be: the draft, what was measured of it, and what would decide. */
function* openLines({ open, best, isSimulated }: TrainSummary, run: string, where: string): Iterable<string> {
  if (open === null) return;
  const { gain, interval, tasks, more, version } = open;
  yield '';
  yield `Undecided: a draft that scored ${percent(gain)} more [${percent(interval.low)}, ${percent(interval.high)}] on ${tasks} validation tasks.`;
  yield more === null
    ? '  More validation tasks may decide it.'
    : `  If that is what it is worth, about ${more} more validation tasks would decide.`;
  for (const line of diffLines(best.skill['SKILL.md'] ?? '', version.skill['SKILL.md'] ?? '')) yield `  ${line}`;
  yield `Go on with it:       npx pawl train --continue ${run}${where}   (with more validation tasks)`;
  yield `Take it unproved:    npx pawl adopt ${run}${where} --undecided${isSimulated ? ' --force' : ''}`;
}

/** The share of a type that was right, with the exact 95 % interval where each task was right or wrong. */
export function typeText(one: { readonly total: number; readonly hard: number } | undefined): string {
  if (one === undefined || one.total === 0) return 'not tried';
  const right = one.hard * one.total;
  if (Math.abs(right - Math.round(right)) > 1e-6) return percent(one.hard);
  const { low, high } = exactInterval(Math.round(right), one.total, 0.95);
  return `${percent(one.hard)} [${percent(low)}, ${percent(high)}]`;
}

function showScore({ score, interval, tasks }: SkillScore): string {
  return `${percent(score)} [${percent(interval.low)}, ${percent(interval.high)}] (${tasks} tasks)`;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
