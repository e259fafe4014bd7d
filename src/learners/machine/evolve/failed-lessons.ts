import { skillName } from '#foundation/contracts';
import { type ChosenLesson, isGivenUp } from './choose-lessons.ts';
import type { EvolveRun } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';

/** So many failed tasks of a skill are worth a lesson; and so many such lessons are given at once. */
const LEAST_FAILED = 3;
const MOST_AT_ONCE = 2;

/** A lesson for each machine skill that failed tasks, the most failed tasks first. A skill that was practised in vain too often has none. */
export function failedLessons(
  run: EvolveRun,
  { failed, main, practice }: EvolveState,
  domain?: string,
): ChosenLesson[] {
  const isBeyond = (skill: ChosenLesson): boolean => isGivenUp(run, practice, skill.template, skill.level);
  return main.skills
    .map((skill) => ({ skill, count: failed[skillName(skill)]?.length ?? 0 }))
    .filter(({ count }) => count >= LEAST_FAILED)
    .sort((a, b) => b.count - a.count)
    .map(({ skill: { template, level } }): ChosenLesson => {
      return { template, level, domain: run.find(template).domain, mode: 'synth' };
    })
    .filter((lesson) => (domain === undefined || lesson.domain === domain) && !isBeyond(lesson))
    .slice(0, MOST_AT_ONCE);
}
