import { mean } from '#foundation/statistics';
import { jaccard, shinglesOf } from './novelty.ts';

/** How varied a batch of questions is. */
export interface Diversity {
  /** Mean of 1 − Jaccard over all pairs of different places in the batch. */
  readonly distance: number;
  /** Shannon entropy of the kinds, in nats, and exp of it: how many equally frequent kinds that would be. */
  readonly entropy: number;
  readonly effectiveKinds: number;
  readonly largestShare: number;
  /** Share of texts that are not a repeat of an earlier one. */
  readonly distinct: number;
}

/**
 * Diversity of a batch; `kinds[i]` is the cluster, family or topic of text i.
 *
 * @source Hill 1973 (effective number); Zhu et al. 2018 for pairwise distance of generated texts
 */
export function measureDiversity(texts: readonly string[], kinds: readonly (string | number)[]): Diversity {
  const shingles = texts.map((text) => shinglesOf(text));
  const distances: number[] = [];
  for (const [i, a] of shingles.entries()) {
    for (const b of shingles.slice(i + 1)) distances.push(1 - jaccard(a, b));
  }
  const counts = new Map<string | number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / kinds.length);
  const entropy = -shares.reduce((sum, share) => sum + share * Math.log(share), 0);
  return {
    distance: distances.length === 0 ? 0 : mean(distances),
    entropy: Math.max(0, entropy),
    effectiveKinds: Math.exp(entropy),
    largestShare: Math.max(0, ...shares),
    distinct: texts.length === 0 ? 0 : new Set(texts.map((text) => text.trim())).size / texts.length,
  };
}

/** When a generator counts as collapsed. */
export interface CollapseLimits {
  /** No kind may have a larger share. */
  readonly largestShare: number;
  /** Entropy and pairwise distance may not fall below this part of what they were at the start. */
  readonly keptDiversity: number;
  /** KL to the start, in nats per question, may not rise above this. */
  readonly kl: number;
}

export const collapseLimits: CollapseLimits = { largestShare: 0.5, keptDiversity: 0.8, kl: 20 };

/** What went too far, in words; empty when nothing did. */
export function findCollapse(
  now: Diversity,
  start: Diversity,
  kl: number | undefined,
  limits = collapseLimits,
): string[] {
  const wrong: string[] = [];
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  if (now.largestShare > Math.max(limits.largestShare, start.largestShare)) {
    wrong.push(`one kind has ${percent(now.largestShare)} of the questions`);
  }
  if (now.distance < limits.keptDiversity * start.distance) {
    wrong.push(`questions differ ${percent(now.distance / start.distance)} as much as at the start`);
  }
  if (now.entropy < limits.keptDiversity * start.entropy) {
    wrong.push(`entropy of kinds is ${percent(now.entropy / start.entropy)} of that at the start`);
  }
  if (kl !== undefined && kl > limits.kl) wrong.push(`the generator is ${kl.toFixed(1)} nats from its start`);
  return wrong;
}

/**
 * The weight of the KL penalty for the next iteration: half as much again above 1.5 times the target, less below two thirds of it.
 *
 * @source adaptive KL penalty, Schulman et al. 2017, arXiv:1707.06347 §4, with gentler steps
 */
export function adaptKlWeight(weight: number, kl: number, target: number): number {
  if (kl > 1.5 * target) return Math.min(10, weight * 1.5);
  if (kl < target / 1.5) return Math.max(1e-4, weight / 1.5);
  return weight;
}
