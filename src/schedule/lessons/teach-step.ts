import { Fault, type Rng } from '#foundation/kernel';
import { distributeLevels, type LevelRule } from './curriculum.ts';
import { weighInterest } from '../domains/interest.ts';
import type { Knobs } from '../knobs.ts';
import { softmax } from '../domains/softmax.ts';
import { bandOf, findTrack, type TeachLibrary } from './teach-library.ts';
import type { Track } from '../practice-history.ts';

/** What a TEACH step may choose from, and in which context. */
export interface TeachRequest {
  /** '' for none. */
  readonly context: string;
  /** Only templates of this domain, as S_domain chose; all when absent. */
  readonly domain?: string;
  readonly rule: LevelRule;
}

/** One arm of the bandit and the chance that it is pulled. */
export interface Pull {
  readonly template: string;
  /** What the curriculum gives each level of the band; 0 for levels outside it. */
  readonly levels: readonly number[];
  /** Their sum. */
  readonly mass: number;
  readonly track: Track;
  readonly chance: number;
}

/** The curriculum's shares with all levels outside the band set to 0. */
function levelsIn(shares: readonly number[], band: number): number[] {
  return shares.map((share, i) => (bandOf(i + 1, shares.length) === band ? share : 0));
}

/**
 * The bandit over templates and difficulty bands, given the context.
 *
 *     p(t, b) = floor · mass_b / T + (1 − floor) · softmax((a1·progress + a2·uncertainty) / τ + ln mass_b)
 *
 * where mass_b is what the curriculum of t gives to band b (a band without mass is no arm), progress and uncertainty are
 * those of `weighInterest` on the band's track in this context, and T is the number of templates. Under `uniform` every
 * template gets 1/T. The seed leaves this bandit open, so `seed` differs only in its levels.
 *
 * @source a bandit paid in learning progress: Graves et al. 2017, arXiv:1704.03003; softmax with a floor instead of Exp3.S
 */
export function weighArms(library: TeachLibrary, request: TeachRequest, knobs: Knobs): Pull[] {
  const { context, domain, rule } = request;
  const entries = library.entries.filter((entry) => domain === undefined || entry.domain === domain);
  if (entries.length === 0) throw new Fault('schedule/unknown', `no template in domain ${domain ?? '(any)'}`);
  const arms = entries.flatMap((entry) => {
    const shares = distributeLevels(entry.curriculum, rule, knobs);
    return [0, 1, 2].map((band) => {
      const levels = levelsIn(shares, band);
      const mass = levels.reduce((sum, share) => sum + share, 0);
      return { template: entry.template, levels, mass, track: findTrack(entry, context, band) };
    });
  });
  const live = arms.filter(({ mass }) => mass > 0);
  const interests = weighInterest(
    live.map(({ track }) => track),
    library.step,
    knobs,
  );
  const drawn = softmax(
    interests.map(
      ({ progress, uncertainty }, i) =>
        (knobs.progressWeight * progress + knobs.noveltyWeight * uncertainty) / knobs.temperature +
        Math.log(live[i]!.mass),
    ),
  );
  const floor = rule === 'uniform' ? 1 : knobs.floor;
  return live.map((arm, i) => ({ ...arm, chance: (floor * arm.mass) / entries.length + (1 - floor) * drawn[i]! }));
}

/**
 * TEACH_STEP: the next template and level. The bandit draws a template and a band, the curriculum a level in that band.
 *
 * @source spec/task-grammar §0.2: a bandit policy over context and difficulty bands
 */
export function teachStep(
  library: TeachLibrary,
  request: TeachRequest,
  rng: Rng,
  knobs: Knobs,
): { readonly template: string; readonly level: number } {
  const arms = weighArms(library, request, knobs);
  const { template, levels } = arms[rng.weighted(arms.map(({ chance }) => chance))]!;
  return { template, level: 1 + rng.weighted(levels) };
}
