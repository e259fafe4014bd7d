import type { SkillTask } from '#foundation/contracts/skills';
import { AGAIN, looksPerTask } from './looks-per-task.ts';
import { labelsOf, referenceOf } from './measure-judge.ts';

/** What may be spent on a judge before anything is learned from it. */
export interface LookLimits {
  /** Looks at one reply. */
  readonly passes: number;
  /** Most looks in all; 0 is without limit. */
  readonly most: number;
  /** Room of the run, in rollouts and in looks. */
  readonly room: { readonly rollouts: number; readonly looks: number };
}

export interface PlannedLooks {
  /** Tasks on which the judge is measured, spread over all of them. */
  readonly tasks: readonly SkillTask[];
  readonly looks: number;
  /** Most further looks, at replies on which looks differ. */
  readonly again: number;
  /** Rollouts of the target, for tasks that bring no reply along. */
  readonly replies: number;
}

/** The part of a run's room that measuring its judge may take. */
const SHARE = 1 / 4;
/** Further looks that are kept for each task: four at one reply in eight. */
const KEPT = 1;

/** Chooses the tasks that a judge is measured on: all of them, or as many as its limit and a quarter of the room allow, further looks included. */
export function planLooks(tasks: readonly SkillTask[], { passes, most, room }: LookLimits): PlannedLooks {
  const limit = Math.min(most === 0 ? Infinity : most, SHARE * room.looks);
  const looksAt = (some: readonly SkillTask[]): number =>
    some.reduce((sum, task) => sum + looksPerTask(passes) + passes * labelsOf(task).length, 0);
  const each = looksAt(tasks) / Math.max(1, tasks.length) + KEPT;
  const silent = tasks.filter((task) => referenceOf(task) === undefined).length / Math.max(1, tasks.length);
  const byReplies = silent === 0 ? Infinity : (SHARE * room.rollouts) / silent;
  const count = Math.min(tasks.length, Math.floor(limit / each), Math.floor(byReplies));
  const chosen = tasks.filter(
    (_, i) => Math.floor(((i + 1) * count) / tasks.length) > Math.floor((i * count) / tasks.length),
  );
  const looks = looksAt(chosen);
  const seen = chosen.reduce((sum, task) => sum + 2 + labelsOf(task).length, 0);
  const again = Math.max(0, Math.min(AGAIN * seen, Math.floor(limit - looks)));
  const replies = chosen.filter((task) => referenceOf(task) === undefined).length;
  return { tasks: chosen, looks, again, replies };
}
