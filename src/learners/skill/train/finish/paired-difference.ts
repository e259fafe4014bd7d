import { mean, pairedInterval } from '#foundation/statistics';
import type { Rollout } from '#ratchet/rollout';
import { gateScore } from '../trial/gate-score.ts';
import type { TrainSettings } from '../settings.ts';

/** How two skills differ on the same tasks: first minus second, per task, with a 95 % interval over tasks. */
export interface PairedDifference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** The mean is above this at 95 %, one-sided: how much worse the first may be. */
  readonly atLeast: number;
  readonly wins: number;
  readonly losses: number;
}

/** Over the tasks that both have a score on; nothing where there is none. With repeats, the mean of a task counts once. */
export function pairedDifference(
  first: readonly Rollout[],
  second: readonly Rollout[],
  settings: TrainSettings,
): PairedDifference | undefined {
  return differenceBetween(taskMeans(first, settings), taskMeans(second, settings));
}

/** The same of scores by task. */
export function differenceBetween(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): PairedDifference | undefined {
  const gains = [...first].flatMap(([id, score]) => (second.has(id) ? [score - second.get(id)!] : []));
  if (gains.length === 0) return undefined;
  return {
    mean: mean(gains),
    ...pairedInterval(gains, 0.95),
    atLeast: pairedInterval(gains, 0.9).low,
    wins: gains.filter((gain) => gain > 0).length,
    losses: gains.filter((gain) => gain < 0).length,
  };
}

/** Mean gate score of each task that has one. */
export function taskMeans(
  made: readonly Rollout[],
  { gateMetric, mixedWeight }: Pick<TrainSettings, 'gateMetric' | 'mixedWeight'>,
): Map<string, number> {
  const scores = new Map<string, number[]>();
  for (const { task, outcome } of made) {
    const score = gateScore(outcome, gateMetric, mixedWeight);
    if (score !== null) scores.set(task.id, [...(scores.get(task.id) ?? []), score]);
  }
  return new Map([...scores].map(([id, values]) => [id, mean(values)]));
}
