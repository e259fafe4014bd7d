import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { RefereeWorld } from './worlds/referee-world.ts';
import { compete } from './competitor.ts';
import { Played } from './kept-runs.ts';
import { ownCompetitors } from './own-competitors.ts';
import { playKind } from './play-kind.ts';
import { playRuns } from './play-runs.ts';
import { type PlayedRun, startReferee } from './referee.ts';

const Plans = z.array(z.strictObject({ world: RefereeWorld, seed: z.int(), rollouts: z.int() }));

/** Plays runs of a competitor of our own, in this process. */
export async function playOwn(name: string, plans: readonly Json[]): Promise<readonly PlayedRun[]> {
  const competitor = ownCompetitors[name];
  if (competitor === undefined) throw new Fault('cli/usage', `there is no competitor ${name}`);
  const referee = await startReferee(Plans.parse(plans));
  try {
    await compete(competitor, referee.url);
    return await referee.done;
  } finally {
    await referee.close();
  }
}

/** Runs of one job: the same however many workers there are. */
const perJob = 2;

/** Plays by jobs what is ours; another's command line runs here. */
export function playElsewhere(dispatcher: Dispatcher): typeof playRuns {
  return async (contestant, plans) => {
    if (!(contestant.name in ownCompetitors)) return playRuns(contestant, plans);
    const jobs: Promise<Json>[] = [];
    for (let at = 0; at < plans.length; at += perJob) {
      const block = plans.slice(at, at + perJob).map((plan): Json => Json.parse(JSON.parse(JSON.stringify(plan))));
      jobs.push(dispatcher.run(playKind, { competitor: contestant.name, plans: block }));
    }
    return (await Promise.all(jobs)).flatMap((played) => Played.parse(played));
  };
}
