import { adversaryLaw, efforts } from '#tasks/adversary';
import { findTemplate } from '#tasks/registry';
import type { EvolveSummary } from '#loops/evolve';
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
    return {
      template: name,
      level,
      machine: after,
      table: LOOKS.flatMap((episodes) => {
        const score = scoreTableLearner(template, level, { episodes, heldOut: HELD_OUT, seed });
        return score === undefined ? [] : [{ episodes, score }];
      }),
      transformer: scoreTransformer(template, level, { looks: LOOKS, heldOut: HELD_OUT, seed }) ?? [],
      imitator: best.player,
      imitated: best.score,
    };
  });
}
