import { mean } from '#foundation/statistics';
import { removableRules } from '#learners/skill/document';
import { isGrounded } from '#learners/skill/rule-similarity';
import { trainingScores } from '../propose/practise.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Practising, Remembering } from '../train-run.ts';
import { readTasks, tasksOf, type TaskReader } from './blame-lines.ts';

/** What a change did to the score on training tasks, with the standard error that it has where nothing changed. */
export interface StepEffect {
  readonly effect: number;
  readonly spread: number;
}

/**
 * Two batches are of other tasks, and those that no changed line speaks of tell only how they were drawn: the effect is measured on the others.
 *
 *     effect = f (s₁ − s₀)          spread = f √(s̄ (1 − s̄) (1/n₁ + 1/n₀))
 *
 * with the means over rollouts of tasks that a changed line speaks of, and f the share of such tasks. A change that speaks of no task in
 * particular may touch them all.
 */
export function stepEffect(
  { state, train }: Remembering & Practising,
  version: SkillVersion,
  before: SkillVersion,
): StepEffect | undefined {
  const touched = touchedTasks(version, before, readTasks(train));
  const scoresOf = (skill: SkillVersion): number[] =>
    trainingScores(state, skill)
      .filter(({ task }) => touched?.has(task) ?? true)
      .map(({ score }) => score);
  const [after, earlier] = [scoresOf(version), scoresOf(before)];
  if (after.length === 0 || earlier.length === 0) return undefined;
  const all = mean([...after, ...earlier]);
  const share = touched === undefined ? 1 : touched.size / train.length;
  const spread = share * Math.sqrt(all * (1 - all) * (1 / after.length + 1 / earlier.length));
  return { effect: share * (mean(after) - mean(earlier)), spread };
}

/** Ids of the tasks that lines speak of which one skill has and the other has not; nothing where these may be all. */
function touchedTasks(
  version: SkillVersion,
  before: SkillVersion,
  reader: TaskReader,
): ReadonlySet<string> | undefined {
  const [own, earlier] = [version, before].map(({ skill }) => removableRules(skill).map(({ text }) => text));
  const changed = [
    ...own!.filter((text) => !earlier!.includes(text)),
    ...earlier!.filter((text) => !own!.includes(text)),
  ];
  const meanings = changed.map(reader.read);
  if (meanings.length === 0 || !meanings.every(isGrounded)) return undefined;
  return new Set(meanings.flatMap((meaning) => tasksOf(meaning, reader).map(({ id }) => id)));
}
