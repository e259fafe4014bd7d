import { raceDefaults } from '#learners/machine/hypotheses';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { blindRace } from '#learners/machine/evolve';
import { adversaryLaw, efforts } from '#tasks/adversary';
import { findTemplate } from '#tasks/registry';
import type { OutsiderScore } from './outsider-tables.ts';
import { scoreTableLearner } from './table-learner.ts';
import { scoreTransformer } from './transformer-learner.ts';

/** Episodes of the learners by reward, looks on the way, and held-out tasks. */
const EPISODES = 4000;
const LOOKS = [500, 1000, 2000, EPISODES];
const HELD_OUT = 100;

/** Small enough for a table and for a transformer that reads bit by bit; fixed before anything was measured on them. */
export const outsiderPlaces: readonly { readonly template: string; readonly level: number }[] = [
  { template: 'PARITY', level: 2 },
  { template: 'MAJORITY', level: 2 },
  { template: 'DYCK1', level: 1 },
  { template: 'KV_RETRIEVAL', level: 1 },
  { template: 'EXEC_TINY_VM', level: 1 },
];

/** What learners reach on one place from nothing: the same bits, the same rewards, the same episodes. */
export function scoreOutsiders(name: string, level: number, seed: number): OutsiderScore {
  const template = findTemplate(name);
  const { best } = adversaryLaw(template, level, efforts.quick);
  const races = LOOKS.map((episodes) => raced(template, level, { episodes, seed }));
  const transformer = scoreTransformer(template, level, { looks: LOOKS, heldOut: HELD_OUT, seed });
  return {
    template: name,
    level,
    seed,
    raced: races.map(({ score }, i) => ({ episodes: LOOKS[i]!, score })),
    gates: races.at(-1)!.gates,
    weights: transformer?.weights ?? 0,
    table: LOOKS.flatMap((episodes) => {
      const score = scoreTableLearner(template, level, { episodes, heldOut: HELD_OUT, seed });
      return score === undefined ? [] : [{ episodes, score }];
    }),
    transformer: transformer?.looks ?? [],
    imitator: best.player,
    imitated: best.score,
  };
}

/** All classes from nothing, with so many episodes and effort in proportion. */
function raced(
  template: AnyTemplate,
  level: number,
  { episodes, seed }: { readonly episodes: number; readonly seed: number },
): ReturnType<typeof blindRace> {
  const effort = (raceDefaults.budget.effort * episodes) / raceDefaults.budget.episodes;
  return blindRace({ template, level, seed, tasks: HELD_OUT, budget: { episodes, effort } });
}
