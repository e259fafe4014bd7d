import { createRng } from '#foundation/kernel';
import { bootstrapInterval, type Interval, mean } from '#foundation/statistics';
import type { PlayedRun } from './referee.ts';

/** All runs of one competitor. */
export interface CompetitorRuns {
  readonly name: string;
  readonly runs: readonly PlayedRun[];
}

/** The world in which no edit helps. */
export const LEVEL = 'report/level';

/** What the benchmark measured, before it is put into tables. */
export interface TrainFigures {
  readonly played: readonly CompetitorRuns[];
  readonly plateau: readonly PlayedRun[];
  readonly random: readonly CompetitorRuns[];
}

/** The true score of the skill in force after so many rollouts. */
export function truthAt(run: PlayedRun, rollouts: number): number {
  return run.path.findLast((point) => point.rollouts <= rollouts)?.truth ?? run.path[0]!.truth;
}

export function scoreInterval(values: readonly number[], name: string): Interval {
  if (values.length < 2) return { low: values[0] ?? 0, high: values[0] ?? 0 };
  return bootstrapInterval(values, mean, { confidence: 0.95, method: 'percentile' }, createRng(`bench/train/${name}`));
}

/** Differences between two competitors on the same draws of the same world. */
export function pairedDifferences(ours: readonly PlayedRun[], theirs: readonly PlayedRun[]): number[] {
  const others = new Map(theirs.map((run) => [`${run.name} ${run.seed}`, run.truth]));
  return ours.flatMap((run) => {
    const other = others.get(`${run.name} ${run.seed}`);
    return other === undefined ? [] : [run.truth - other];
  });
}

/** Changes that did not raise the true score, and all changes. */
export function changesWithoutGain(runs: readonly PlayedRun[]): { readonly without: number; readonly all: number } {
  let without = 0;
  let all = 0;
  for (const { path } of runs) {
    for (const [at, { truth }] of path.entries()) {
      const before = path[at - 1]?.truth;
      if (before === undefined || truth === before) continue;
      all += 1;
      if (truth < before) without += 1;
    }
  }
  return { without, all };
}
