import type { FacePorts } from '#foundation/contracts/words';
import { InstalledThinker } from '../installed-thinker.ts';
import type { Practice } from '../practice.ts';
import type { EpisodeValues } from './value-hypothesis.ts';
import { valuePlan } from './value-plan.ts';

/** Episodes of a round: fewer that are left play more each. */
const ROUND = 1000;

interface Trial {
  readonly face: FacePorts;
  readonly practice: Practice;
  readonly lanes: number;
}

/**
 * Of several, the one that earned most in play: after each round the lower half leaves.
 *
 * @source successive halving: Karnin, Koren & Somekh 2013
 */
export function* bestByPlay<V extends EpisodeValues>(
  all: readonly V[],
  { face, practice, lanes }: Trial,
): Generator<undefined, V, void> {
  let left = all.map((values) => ({ values, earned: 0, episodes: 0 }));
  while (left.length > 1) {
    const each = Math.ceil(ROUND / left.length);
    for (const one of left) {
      const played = practice.play(new InstalledThinker(valuePlan(one.values, face), lanes), each);
      one.earned += played.reduce((sum, { total }) => sum + total, 0);
      one.episodes += played.length;
      yield undefined;
    }
    left.sort((a, b) => b.earned / b.episodes - a.earned / a.episodes);
    left = left.slice(0, Math.floor(left.length / 2));
  }
  return left[0]!.values;
}
