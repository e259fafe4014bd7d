import { createRng } from '#foundation/kernel';
import { mean, pairedBootstrapInterval } from '#foundation/statistics';
import type { Rollout } from '#ratchet/rollout';
import { gateScore } from '../trial/gate-score.ts';
import type { TrainSettings } from '../settings.ts';

/** How two skills differ on the same tasks: first minus second, per task, with a 95 % interval over tasks. */
export interface PairedDifference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly wins: number;
  readonly losses: number;
}

/** Over the tasks that both have a score on; nothing where there is none. With repeats, the mean of a task counts once. */
export function pairedDifference(
  first: readonly Rollout[],
  second: readonly Rollout[],
  settings: TrainSettings,
): PairedDifference | undefined {
  return differenceBetween(taskMeans(first, settings), taskMeans(second, settings), settings.seed);
}

/** The same of scores by task. */
export function differenceBetween(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
  seed: number,
): PairedDifference | undefined {
  const both = [...first.keys()].filter((id) => second.has(id));
  if (both.length === 0) return undefined;
  const [ours, theirs] = [both.map((id) => first.get(id)!), both.map((id) => second.get(id)!)];
  const gains = ours.map((score, i) => score - theirs[i]!);
  const wins = gains.filter((gain) => gain > 0).length;
  const losses = gains.filter((gain) => gain < 0).length;
  const level = mean(gains);
  if (both.length < 2 || wins + losses === 0) return { mean: level, low: level, high: level, wins, losses };
  const { low, high } = pairedBootstrapInterval(ours, theirs, { confidence: 0.95 }, createRng(`eval/${seed}`));
  return { mean: level, low, high, wins, losses };
}

/** Mean gate score of each task that has one. */
export function taskMeans(made: readonly Rollout[], { gateMetric, mixedWeight }: TrainSettings): Map<string, number> {
  const scores = new Map<string, number[]>();
  for (const { task, outcome } of made) {
    const score = gateScore(outcome, gateMetric, mixedWeight);
    if (score !== null) scores.set(task.id, [...(scores.get(task.id) ?? []), score]);
  }
  return new Map([...scores].map(([id, values]) => [id, mean(values)]));
}
