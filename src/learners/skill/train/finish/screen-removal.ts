import type { Usage } from '#foundation/contracts/ports';
import type { SkillTask } from '#foundation/contracts/skills';
import { mean } from '#foundation/statistics';
import { practise } from '../propose/practise.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Practising, Remembering } from '../train-run.ts';

/** What a skill scored and used on one training task. */
export interface TaskRecord {
  readonly scores: number[];
  readonly tokens: number[];
}

export type TaskRecords = Map<string, TaskRecord>;

/** Tasks between two looks: a group of lines with one that is needed is mostly seen through by then. */
const BLOCK = 10;
/** Further rollouts of a task that seems to be lost: one failure is noise, most of five are not. */
const AGAIN = 4;
/** A task is lost where its mean score falls by this much. */
const LOST = 0.5;

/**
 * Whether a shorter skill loses none of these training tasks. A task that it fails and the whole skill does not is tried again, and
 * is lost only if it goes on failing; one lost task keeps the lines. This only chooses what the gate will try.
 */
export async function losesNothing(
  run: Remembering & Practising,
  shorter: SkillVersion,
  whole: TaskRecords,
  tasks: readonly SkillTask[],
): Promise<TaskRecords | undefined> {
  const records: TaskRecords = new Map();
  for (let from = 0; from < tasks.length; from += BLOCK) {
    const block = tasks.slice(from, from + BLOCK);
    await record(run, shorter, block, records);
    const suspect = block.filter(({ id }) => fallOf(id, records, whole) > 0);
    for (let again = 0; again < AGAIN && suspect.length > 0; again += 1) await record(run, shorter, suspect, records);
    if (suspect.some(({ id }) => fallOf(id, records, whole) >= LOST)) return undefined;
  }
  return records;
}

/** Rolls a skill out on tasks, once each, and adds what it scored and used. Tasks without a score add nothing. */
export async function record(
  run: Remembering & Practising,
  version: SkillVersion,
  tasks: readonly SkillTask[],
  records: TaskRecords,
): Promise<void> {
  for (const { task, outcome } of await practise(run, version, tasks, 'simplify')) {
    if (outcome.kind !== 'scored') continue;
    const known = records.get(task.id) ?? { scores: [], tokens: [] };
    known.scores.push(outcome.score.hard);
    if (outcome.usage !== undefined) known.tokens.push(tokensOf(outcome.usage));
    records.set(task.id, known);
  }
}

function fallOf(id: string, records: TaskRecords, whole: TaskRecords): number {
  const [now, before] = [records.get(id)?.scores ?? [], whole.get(id)?.scores ?? []];
  return now.length === 0 || before.length === 0 ? 0 : mean(before) - mean(now);
}

function tokensOf({ promptTokens, completionTokens }: Usage): number {
  return promptTokens + completionTokens;
}
