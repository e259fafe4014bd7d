import { createRng, type Rng } from '#kernel';
import { createCurriculum, distributeLevels, type LevelRule, observeLevel } from './curriculum.ts';
import type { Knobs } from '../knobs.ts';

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
function chainedLadder(levels: number, rate: number): SimulatedLadder {
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

/** Episodes until the top of eight levels is passed with chance 0.8, on a ladder whose rate the seed draws. For tests only. */
export function climbLadder(kind: 'ability' | 'chained', seed: string, rule: LevelRule, knobs: Knobs): number {
  const rng = createRng(`${seed}/${kind}`);
  const at = rng.float();
  const learner = kind === 'ability' ? abilityLadder(0.02 + 0.06 * at) : chainedLadder(8, 0.05 + 0.1 * at);
  let ladder = createCurriculum(8);
  let episodes = 0;
  while (learner.chance(8) < 0.8) {
    const level = 1 + rng.weighted(distributeLevels(ladder, rule, knobs));
    const passed = learner.practise(level, rng);
    ladder = observeLevel(ladder, { level, passed, regret: passed ? 0 : 1 }, knobs);
    episodes += 1;
  }
  return episodes;
}
