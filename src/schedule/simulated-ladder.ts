import type { Rng } from '#kernel';

/** A learner on a ladder of levels, as a test sees it. */
export interface SimulatedLadder {
  /** One episode at a level: was it passed? */
  practise(level: number, rng: Rng): boolean;
  /** True chance to pass a level now. */
  chance(level: number): number;
}

/**
 * One ability against graded difficulty; practice teaches most where success is in doubt.
 *
 *     chance(k) = 1 / (1 + exp(2(k − θ)))        θ ← θ + rate · 4 · chance · (1 − chance)
 *
 * For tests only.
 *
 * @source item response: Rasch 1960; learnability p(1 − p): Rutherford et al. 2024, arXiv:2408.15099
 */
export function abilityLadder(rate: number): SimulatedLadder {
  let ability = 0.5;
  const chance = (level: number): number => 1 / (1 + Math.exp(2 * (level - ability)));
  return {
    chance,
    practise(level, rng) {
      const p = chance(level);
      ability += rate * 4 * p * (1 - p);
      return rng.chance(p);
    },
  };
}

/**
 * Levels as separate skills, each learnable only as far as the one below is.
 *
 *     s_k ← s_k + rate · (1 − s_k) · s_{k−1}³,   s_0 = 1
 *
 * For tests only.
 *
 * @source the prerequisite law of the simulated domains
 */
export function chainedLadder(levels: number, rate: number): SimulatedLadder {
  const skills = Array.from({ length: levels + 1 }, (_, k) => (k === 0 ? 1 : 0.02));
  return {
    chance: (level) => skills[level]!,
    practise(level, rng) {
      const passed = rng.chance(skills[level]!);
      skills[level]! += rate * (1 - skills[level]!) * skills[level - 1]! ** 3;
      return passed;
    },
  };
}
