import type { AnyTemplate } from '#contracts/tasks';
import { adversaryLaw, efforts } from '#tasks/adversary';
import { findTemplate } from '#tasks/registry';
import { blindRace, type EvolveSummary } from '#loops/evolve';
import { raceDefaults } from '#bem/synthesis/classes';
import type { OutsiderScore } from './evolve-report.ts';
import { scoreTableLearner } from './table-learner.ts';
import { scoreTransformer } from './transformer-learner.ts';

/** Episodes of the learners by reward, looks on the way, and held-out tasks. */
const EPISODES = 6000;
const LOOKS = [500, 1000, 2000, 4000, EPISODES];
const HELD_OUT = 100;

/** What plain learners reach where the machine stands, template by template. */
export function scoreOutsiders(
  { templates }: EvolveSummary,
  seed: number,
  note: (line: string) => void,
): OutsiderScore[] {
  return templates.map(({ template: name, level, after }) => {
    const template = findTemplate(name);
    note(`outsiders on ${name}@${level}`);
    const { best } = adversaryLaw(template, level, efforts.quick);
    const races = LOOKS.map((episodes) => raced(template, level, { episodes, seed }));
    const transformer = scoreTransformer(template, level, { looks: LOOKS, heldOut: HELD_OUT, seed });
    return {
      template: name,
      level,
      machine: after,
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
  });
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
