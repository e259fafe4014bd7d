import type { Hash, Rng } from '#kernel';
import type { Episode } from './episode.ts';
import type { Patch } from './patch.ts';

/** Something that practises and proposes changes to itself. `apply` returns a new learner: the incumbent is never edited. */
export interface Learner<Practice> {
  act(practice: Practice, rng: Rng): Episode;
  propose(episodes: readonly Episode[], rng: Rng): readonly Patch[];
  apply(patch: Patch): Learner<Practice>;
  snapshot(): Hash;
}
