import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { loadTasks } from '#app/api';
import type { Json } from '#foundation/contracts';
import { Split, type SkillTask } from '#foundation/contracts/skills';
import { Fault, isRecord } from '#foundation/kernel';
import { readTasks } from '#learners/skill/worlds';

export const peers = ['gepa', 'skillopt'] as const;

/** A line of a task file of ours. */
export type TaskLine = Readonly<Record<string, Json>>;

/** The tasks of a peer, as lines of a task file. */
export function readPeerTasks(peer: (typeof peers)[number], path: string): readonly TaskLine[] {
  return peer === 'gepa' ? gepaLines(path) : skilloptLines(path);
}

const gepaSets = { trainset: 'train', valset: 'val', testset: 'test' } as const;

/**
 * A list of tasks, or one per split. GEPA's default metric asks whether the answer stands in the reply: that is a rule of each task.
 * @source gepa-ai.github.io/gepa/guides/quickstart: input, additional_context, answer
 */
function gepaLines(path: string): readonly TaskLine[] {
  const text = readFileSync(path, 'utf8');
  const whole = /\.(jsonl|ndjson)$/iu.test(path) ? undefined : parse(text, path);
  const lines = (some: string, split?: string): TaskLine[] =>
    readTasks(some, basename(path)).map((task) => {
      const data = isRecord(task.data) ? task.data : {};
      const rules = [data['answer']].filter((answer) => typeof answer === 'string').map((contains) => ({ contains }));
      return { ...lineOf(task, split), ...(rules.length === 0 ? {} : { rules }) };
    });
  if (!isRecord(whole)) return lines(text);
  return Object.entries(gepaSets).flatMap(([name, split]) =>
    Array.isArray(whole[name]) ? lines(JSON.stringify(whole[name]), split) : [],
  );
}

/** A folder with a split each, or one file. */
function skilloptLines(path: string): readonly TaskLine[] {
  if (!statSync(path).isDirectory())
    return readTasks(readFileSync(path, 'utf8'), basename(path)).map((task) => lineOf(task));
  const splits = loadTasks(path, { ratio: [3, 4, 3], seed: 42, limit: 0 });
  return Split.options.flatMap((split) => splits[split].map((task) => lineOf(task, split)));
}

function lineOf({ id, text, data }: SkillTask, split?: string): TaskLine {
  const row = isRecord(data) ? (data as TaskLine) : {};
  return { id, text, ...row, ...(split === undefined ? {} : { split }) };
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault('train/bad-tasks', `${path} does not read as JSON`, { details: { path }, cause });
  }
}
