import { Fault } from '#foundation/kernel';
import type { Knobs } from '../knobs.ts';
import { shiftWeights } from './seed-level-rule.ts';
import { wilsonInterval } from './wilson.ts';

/** What is known of one level: spec/pipeline §2.2. Counts fade, so a learner that changed is seen as it is now. */
interface LevelStats {
  /** N: episodes ever. */
  readonly episodes: number;
  /** Faded number of episodes, at most 1 / (1 − fade). */
  readonly trials: number;
  /** Faded number of passes; the pass rate is passes / trials. */
  readonly passes: number;
  /** Faded sum of regrets; the regret is regrets / trials. */
  readonly regrets: number;
}

/** C_d: the state of one ladder of levels, counted from 1. Plain data. */
export interface Curriculum {
  /** Where the default rule centres. */
  readonly centre: number;
  /** Sampling weights of the specification's rule, one per level. */
  readonly weights: readonly number[];
  /** `levels[k − 1]` is level k. */
  readonly levels: readonly LevelStats[];
}

/** What one episode at a level showed; regret lies in [0, 1], 0 is optimal. */
export interface LevelResult {
  readonly level: number;
  readonly passed: boolean;
  readonly regret: number;
}

/** How levels are allotted: the default, the specification as written, or evenly. */
export type LevelRule = 'repaired' | 'seed' | 'uniform';

const blank: LevelStats = { episodes: 0, trials: 0, passes: 0, regrets: 0 };

/** A ladder nobody has climbed yet. The specification's weights start at level 1. @source spec/pipeline §3.1: simple tasks with low difficulty levels */
export function createCurriculum(levels: number): Curriculum {
  if (!(Number.isInteger(levels) && levels >= 1)) {
    throw new Fault('schedule/bad-observation', `a ladder needs at least one level, not ${levels}`);
  }
  const weights = Array.from({ length: levels }, (_, i) => 2 ** -i);
  return { centre: 1, weights, levels: weights.map(() => blank) };
}

/**
 * How far the centre moves on what is known of its level: one up, one down, or not at all.
 *
 *     up    if PR > PR_max, R < R_min, and Wilson's lower bound exceeds the middle of the band
 *     down  if PR < PR_min or R > R_max, and Wilson's upper bound is below the middle
 *
 * @source spec/pipeline §7, with an interval (Wilson 1927) that must clear the middle, so that a streak of luck moves nothing
 */
function centreMove({ trials, passes, regrets }: LevelStats, knobs: Knobs): -1 | 0 | 1 {
  const middle = (knobs.passMin + knobs.passMax) / 2;
  const { low, high } = wilsonInterval(passes, trials, knobs.wilsonZ);
  const rate = passes / trials;
  const regret = regrets / trials;
  if (rate > knobs.passMax && regret < knobs.regretMin && low > middle) return 1;
  if ((rate < knobs.passMin || regret > knobs.regretMax) && high < middle) return -1;
  return 0;
}

/**
 * The ladder after one episode. Only an episode at the centre moves it. A level fallen back to forgets its counts: its
 * old passes would lift the centre again at once, into the level that just failed.
 *
 * @source spec/pipeline §7: maintain pass rate and regret per difficulty, update the preference
 */
export function observeLevel(curriculum: Curriculum, result: LevelResult, knobs: Knobs): Curriculum {
  const { level, passed, regret } = result;
  const known = curriculum.levels[level - 1];
  if (known === undefined) {
    throw new Fault('schedule/unknown', `level ${level} is not one of 1 to ${curriculum.levels.length}`);
  }
  if (!(regret >= 0 && regret <= 1)) {
    throw new Fault('schedule/bad-observation', `regret must lie in [0, 1], not ${regret}`);
  }
  const seen: LevelStats = {
    episodes: known.episodes + 1,
    trials: known.trials * knobs.fade + 1,
    passes: known.passes * knobs.fade + (passed ? 1 : 0),
    regrets: known.regrets * knobs.fade + regret,
  };
  const levels = curriculum.levels.with(level - 1, seen);
  const weights = shiftWeights(curriculum.weights, level, seen, knobs);
  const move = level === curriculum.centre ? centreMove(seen, knobs) : 0;
  const centre = Math.min(levels.length, Math.max(1, curriculum.centre + move));
  if (centre >= curriculum.centre) return { centre, weights, levels };
  const { episodes } = levels[centre - 1]!;
  return { centre, weights, levels: levels.with(centre - 1, { ...blank, episodes }) };
}

/**
 * The distribution over levels from which the next task is drawn.
 *
 *     repaired:  p(1) += base,  p(centre + 1) += reach,  p(centre − 1) += review,  p(centre) += the rest
 *
 * A level beyond either end gives its share to the centre. Level 1 is never left: what makes hard tasks solvable is
 * learned on the shortest ones, and forgetting there would not be seen. `seed` is its weights, normalised.
 *
 * @source spec/pipeline §7: roughly centred where the model is challenged but not failing completely
 */
export function distributeLevels(curriculum: Curriculum, rule: LevelRule, knobs: Knobs): number[] {
  const { centre, weights } = curriculum;
  const n = weights.length;
  if (rule === 'uniform') return weights.map(() => 1 / n);
  if (rule === 'seed') {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  }
  const shares = weights.map(() => 0);
  const give = (level: number, share: number): void => {
    shares[level >= 1 && level <= n ? level - 1 : centre - 1]! += share;
  };
  give(1, knobs.baseShare);
  give(centre + 1, knobs.reachShare);
  give(centre - 1, knobs.reviewShare);
  give(centre, 1 - knobs.baseShare - knobs.reachShare - knobs.reviewShare);
  return shares;
}
