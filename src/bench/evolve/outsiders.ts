import { adversaryLaw, efforts, findTemplate } from '#tasks';
import type { EvolveSummary } from '#loops';
import type { OutsiderScore } from './evolve-report.ts';
import { scoreTableLearner } from './table-learner.ts';

/** Episodes of the table learner, and held-out tasks. */
const EPISODES = 6000;
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
      table: scoreTableLearner(template, level, { episodes: EPISODES, heldOut: HELD_OUT, seed }),
      imitator: best.player,
      imitated: best.score,
    };
  });
}
