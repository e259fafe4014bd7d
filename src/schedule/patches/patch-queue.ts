import type { Patch } from '#foundation/contracts';
import { type CostFeatures, type CostModel, predictCost } from './cost-model.ts';
import type { Knobs } from '../knobs.ts';
import { poxScore } from './pox-score.ts';

/** A patch that waits for verification: Q_patch holds these in order of arrival. */
export interface QueuedPatch {
  readonly patch: Patch;
  readonly features: CostFeatures;
}

/** A waiting patch with its score, its predicted cost and its priority. */
export interface RankedPatch extends QueuedPatch {
  readonly score: number;
  readonly cost: number;
  readonly priority: number;
}

/**
 * The waiting patches, best first.
 *
 *     prio(Δ) = score(Δ) / max(ε, C_verif(Δ))
 *
 * Costs are predicted anew, since the model learns while patches wait. Ties go to the earlier arrival, so the order
 * depends on nothing but the queue and the model.
 *
 * @source spec/pipeline §2.4, §6
 */
export function rankPatches(queue: readonly QueuedPatch[], model: CostModel, knobs: Knobs): RankedPatch[] {
  const ranked = queue.map(({ patch, features }) => {
    const score = poxScore(patch.gain, knobs);
    const cost = predictCost(model, features);
    return { patch, features, score, cost, priority: score / Math.max(knobs.costEpsilon, cost) };
  });
  // Array sort is stable: equal patches keep their order of arrival.
  return ranked.sort((a, b) => b.priority - a.priority);
}

/**
 * Takes the next patch to verify: the best whose predicted cost fits the budget that is left, and the queue without it.
 * A patch that promises no more than `minScore` is never worth verifying; it waits, and its gain may be estimated again.
 *
 * @source spec/pipeline §6: pop the patch with the highest priority, subject to the verification budget (§1.6)
 */
export function popPatch(
  queue: readonly QueuedPatch[],
  model: CostModel,
  budget: number,
  knobs: Knobs,
): { readonly next: RankedPatch | undefined; readonly rest: readonly QueuedPatch[] } {
  const next = rankPatches(queue, model, knobs).find(({ score, cost }) => score > knobs.minScore && cost <= budget);
  if (next === undefined) return { next, rest: queue };
  return { next, rest: queue.filter(({ patch }) => patch !== next.patch) };
}

/** How many waiting patches concern each domain: what S_domain weighs its verify mode with. @source spec/pipeline §4 */
export function countWaiting(queue: readonly QueuedPatch[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { patch } of queue) {
    for (const domain of new Set(patch.domains)) counts[domain] = (counts[domain] ?? 0) + 1;
  }
  return counts;
}
