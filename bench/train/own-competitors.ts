import type { Timer } from '#foundation/contracts/ports';
import { train, type TrainSettings, usualSettings } from '#learners/skill/train';
import { bestOfN } from './best-of-n.ts';
import type { Competitor } from './competitor.ts';
import { createMemoryJournal } from './referee-journal.ts';

/** Simulated worlds answer at once and have no outages, so nothing is ever waited for. */
const timer: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

/** Epochs enough for any budget: the rollouts of the offer end a run. */
const EPOCHS = 100;

/** One candidate per step, one reading, no votes: the search of the original. */
const asOriginal = { ...usualSettings.search, pool: 1, creditTasks: 0, draftSteps: 1, readings: 1, votes: 1 };

/** What runs out of the box, ours with the defaults first. The others of ours differ in what is said here and in nothing else. */
export const ownCompetitors: Readonly<Record<string, Competitor>> = {
  gate: pawl({}),
  strict: pawl({ gate: { kind: 'strict' } }),
  greedy: pawl({ search: { ...usualSettings.search, pool: 1, creditTasks: 0 } }),
  pool: pawl({ search: { ...usualSettings.search, pool: 8, proposers: ['edits', 'rewrite', 'merge'] } }),
  original: pawl({ gate: { kind: 'strict' }, editBudget: 4, search: asOriginal }),
  'best-of-n': bestOfN,
};

function pawl(change: Partial<TrainSettings>): Competitor {
  return async ({ offer, world, optimizer, report }) => {
    let told = '';
    const reports: Promise<void>[] = [];
    const settings = {
      ...usualSettings,
      epochs: EPOCHS,
      ...change,
      seed: offer.seed,
      testAtEnd: false,
      limits: { rollouts: offer.rollouts },
      rollouts: { ...usualSettings.rollouts, concurrency: 256 },
    };
    const { best } = await train(offer.skill, settings, {
      journal: createMemoryJournal(offer.run),
      world,
      optimizer,
      timer,
      watch: (_stage, { state }) => {
        if (state.best.hash === told) return;
        told = state.best.hash;
        reports.push(report(state.best.skill));
      },
    });
    await Promise.all(reports);
    return { skill: best.skill, claimed: null };
  };
}
