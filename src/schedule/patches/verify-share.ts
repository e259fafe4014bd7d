import type { Knobs } from '../knobs.ts';

/** What verification has been worth so far. Plain data. */
export interface VerifyShare {
  /** alpha_verify. */
  readonly alpha: number;
  /** Running share of verified patches whose condition held. */
  readonly yield: number;
  /** Running priority of the patches that held; a waiting patch of at least half of it is of high priority. */
  readonly priority: number;
}

/** The share before anything was verified: half of what is verified is expected to hold. */
export function createVerifyShare(knobs: Knobs): VerifyShare {
  return { alpha: knobs.verifyStart, yield: 0.5, priority: 0 };
}

/** The record after one verification. */
export function observeVerification(share: VerifyShare, held: boolean, priority: number, knobs: Knobs): VerifyShare {
  const blend = (old: number, seen: number): number => old + knobs.yieldRate * (seen - old);
  return {
    alpha: share.alpha,
    yield: blend(share.yield, held ? 1 : 0),
    priority: held ? blend(share.priority, priority) : share.priority,
  };
}

/**
 * alpha_verify after a look at the queue.
 *
 *     alpha ← clip(alpha · exp(k · (2 · min(b, y) − 1)), alpha_low, alpha_high)
 *     b = h / (h + h₀)        y = min(1, yield / yield₀)
 *
 * h counts the waiting patches of high priority, h₀ is the backlog that counts as half full, yield₀ the yield that counts
 * as good. The smaller of the two decides: many good patches waiting raise alpha, a small backlog or low yields lower it.
 *
 * @source spec/pipeline §6: adjust the global verification share dynamically
 */
export function adjustVerifyShare(share: VerifyShare, priorities: readonly number[], knobs: Knobs): VerifyShare {
  const high = priorities.filter((priority) => priority > 0 && priority >= share.priority / 2).length;
  const backlog = high / (high + knobs.backlogHalf);
  const worth = Math.min(1, share.yield / knobs.yieldGood);
  const alpha = share.alpha * Math.exp(knobs.verifyStep * (2 * Math.min(backlog, worth) - 1));
  return { ...share, alpha: Math.min(knobs.verifyHigh, Math.max(knobs.verifyLow, alpha)) };
}
