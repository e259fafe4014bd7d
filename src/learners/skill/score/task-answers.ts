import type { SkillTask } from '#foundation/contracts/skills';
import { Fault, isRecord } from '#foundation/kernel';

/** A field of a task's data; `undefined` where there is none. */
export function fieldOf(task: SkillTask, name: string): unknown {
  const { data } = task;
  return isRecord(data) ? data[name] : undefined;
}

/** The gold answers of a task: `answers`, a list, or `answer`, a text, number or truth value. */
export function answersOf(task: SkillTask): readonly string[] {
  const many = fieldOf(task, 'answers');
  const one = fieldOf(task, 'answer');
  const answers = Array.isArray(many) ? many : one === undefined ? [] : [one];
  const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
  if (answers.length === 0 || !answers.every(isPlain)) {
    throw new Fault('score/no-answer', `task ${task.id} has no answer to compare with`, { details: { task: task.id } });
  }
  return answers.map(String);
}
