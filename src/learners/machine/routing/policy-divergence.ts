import { klDivergence } from '#foundation/statistics';

/** What the policy is at a key, and how often lanes came there. */
export interface PolicyAtKey {
  readonly old: readonly number[];
  readonly now: readonly number[];
  readonly visits: number;
}

/**
 * The divergence of two routing policies, exact: each key's divergence, weighted by visits.
 *
 *     KL(π_old ‖ π_new) = Σ_key visits(key) · Σ_e π_old(e | key) ln(π_old(e | key) / π_new(e | key)) / Σ_key visits(key)
 *
 * Finite, because the floor of exploration leaves no expert without a share.
 */
export function policyDivergence(keys: readonly PolicyAtKey[]): number {
  let sum = 0;
  let visits = 0;
  for (const { old, now, visits: here } of keys) {
    sum += here * klDivergence(old, now);
    visits += here;
  }
  return visits === 0 ? 0 : sum / visits;
}
