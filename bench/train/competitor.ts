import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillFiles, SkillWorld } from '#foundation/contracts/skills';
import { Offer } from './protocol.ts';
import { callReferee, createRemoteOptimizer, createRemoteWorld, reportSkill } from './remote-world.ts';

/** What a competitor is given for one run. */
export interface CompetitorInput {
  readonly offer: Offer;
  readonly world: SkillWorld;
  readonly optimizer: ModelClient;
  readonly report: (skill: SkillFiles) => Promise<void>;
}

/** An optimiser in the referee's terms: a run in, a skill and the score it would tell out. */
export type Competitor = (
  input: CompetitorInput,
) => Promise<{ readonly skill: SkillFiles; readonly claimed: number | null }>;

/** Plays runs until the referee has no more. */
export async function compete(competitor: Competitor, url: string): Promise<void> {
  for (;;) {
    const next = await callReferee(url, '/next');
    if (next === null) return;
    const offer = Offer.parse(next);
    const { skill, claimed } = await competitor({
      offer,
      world: createRemoteWorld(url, offer),
      optimizer: createRemoteOptimizer(url, offer),
      report: (found) => reportSkill(url, offer.run, found),
    });
    await callReferee(url, '/submit', { run: offer.run, skill, claimed });
  }
}
