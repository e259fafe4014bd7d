import type { BanditWorld } from './bandit-world.ts';

/** How regret after a change is judged. */
export interface AdaptationRule {
  /** Rounds after a change whose regret is the spike. */
  readonly spike: number;
  /** W_reg: rounds over which regret is averaged. */
  readonly window: number;
  /** Average regret below which a learner has adapted. */
  readonly threshold: number;
}

/** What one change did to a learner. */
export interface Adaptation {
  readonly round: number;
  readonly spike: number;
  /** Rounds until the window that ends there averages below the threshold; null when the segment ends first. */
  readonly time: number | null;
}

/** Spike and adaptation time of each change. @source spec/benchmark-suite §5.2.3 */
export function adaptations(world: BanditWorld, losses: Float32Array, rule: AdaptationRule): Adaptation[] {
  return world.starts.slice(1).map((start, j) => {
    const end = world.starts[j + 2] ?? world.size.rounds;
    let spike = 0;
    let inWindow = 0;
    let time: number | null = null;
    for (let t = start; t < end; t += 1) {
      if (t - start < rule.spike) spike += losses[t]!;
      inWindow += losses[t]!;
      if (t - start >= rule.window) inWindow -= losses[t - rule.window]!;
      const length = t - start + 1;
      if (time === null && length >= rule.window && inWindow / rule.window < rule.threshold) time = length;
      if (time !== null && length >= rule.spike) break;
    }
    return { round: start, spike, time };
  });
}

/** Replacements that no change called for: all of the first segment, and all but the first of every other. */
export function falseAlarms(rounds: readonly number[], starts: readonly number[]): number {
  return starts.reduce((sum, start, j) => {
    const inSegment = rounds.filter((round) => round > start && round <= (starts[j + 1] ?? Infinity)).length;
    return sum + Math.max(0, j === 0 ? inSegment : inSegment - 1);
  }, 0);
}
