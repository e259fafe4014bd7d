import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Json, type SkillTask, Split } from '#contracts';
import { createRng, Fault, hashOf } from '#kernel';
import { parseCsv } from './parse-csv.ts';

export type TaskSplits = Readonly<Record<Split, readonly SkillTask[]>>;

export interface LoadSettings {
  /** Shares of train, validation and test for tasks that do not say their split. */
  readonly ratio: readonly [number, number, number];
  readonly seed: number;
  /** Most tasks per split; 0 is all. */
  readonly limit: number;
}

const splitNames: Readonly<Record<string, Split>> = {
  train: 'train',
  val: 'validation',
  valid: 'validation',
  validation: 'validation',
  selection: 'validation',
  valid_seen: 'validation',
  test: 'test',
  valid_unseen: 'test',
};

/**
 * Tasks from a file (JSONL, JSON, CSV) or from a folder with `train`, `val` and `test`, each a folder with one JSON array or
 * a file. Tasks of a single file go to the split they name; the rest is shuffled and dealt out by the ratio.
 */
export function loadTasks(path: string, settings: LoadSettings): TaskSplits {
  if (!existsSync(path)) throw new Fault('cli/cannot-read', `there is no ${path}`, { details: { path } });
  const splits = statSync(path).isDirectory() ? loadFolder(path) : deal(readRows(path), path, settings);
  const cut = (tasks: readonly SkillTask[]): readonly SkillTask[] =>
    settings.limit > 0 ? tasks.slice(0, settings.limit) : tasks;
  requireDistinct([...splits.train, ...splits.validation, ...splits.test], path);
  return { train: cut(splits.train), validation: cut(splits.validation), test: cut(splits.test) };
}

function loadFolder(folder: string): Record<Split, SkillTask[]> {
  const splits: Record<Split, SkillTask[]> = { train: [], validation: [], test: [] };
  for (const name of readdirSync(folder).sort()) {
    const split = splitNames[name.replace(/\.(jsonl?|csv)$/, '')];
    if (split === undefined) continue;
    const inside = join(folder, name);
    const file = statSync(inside).isDirectory() ? firstFile(inside) : inside;
    splits[split].push(...readRows(file).map((row, i) => taskOf(row, file, i).task));
  }
  return splits;
}

function firstFile(folder: string): string {
  const [name] = readdirSync(folder).filter((entry) => /\.(jsonl?|csv)$/.test(entry)).sort();
  if (name === undefined) throw new Fault('cli/bad-tasks', `${folder} holds no JSON, JSONL or CSV file`);
  return join(folder, name);
}

/** Counts by largest remainder, and every split with a share gets a task where there are enough: no validation set is empty by rounding. */
function deal(rows: readonly Json[], path: string, { ratio, seed }: LoadSettings): Record<Split, SkillTask[]> {
  const splits: Record<Split, SkillTask[]> = { train: [], validation: [], test: [] };
  const undealt: SkillTask[] = [];
  for (const [i, row] of rows.entries()) {
    const { task, split } = taskOf(row, path, i);
    (split === undefined ? undealt : splits[split]).push(task);
  }
  const shuffled = createRng(`split/${seed}`).shuffle(undealt);
  const counts = shareOut(shuffled.length, ratio);
  let from = 0;
  for (const [i, split] of Split.options.entries()) {
    splits[split].push(...shuffled.slice(from, from + counts[i]!));
    from += counts[i]!;
  }
  return splits;
}

/** n into shares by largest remainder; ties to the larger weight; each positive weight gets at least one where n allows. */
export function shareOut(n: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) throw new Fault('cli/bad-tasks', `the split ratio ${weights.join(':')} has no positive share`);
  const exact = weights.map((weight) => (n * weight) / total);
  const counts = exact.map(Math.floor);
  const order = exact
    .map((share, i) => ({ i, rest: share - Math.floor(share), weight: weights[i]! }))
    .sort((a, b) => b.rest - a.rest || b.weight - a.weight);
  for (let left = n - counts.reduce((a, b) => a + b, 0), k = 0; left > 0; left -= 1, k += 1) counts[order[k]!.i]! += 1;
  for (const [i, weight] of weights.entries()) {
    const richest = counts.indexOf(Math.max(...counts));
    if (weight > 0 && counts[i] === 0 && counts[richest]! > 1) [counts[i], counts[richest]] = [1, counts[richest]! - 1];
  }
  return counts;
}

function readRows(path: string): readonly Json[] {
  const text = readFileSync(path, 'utf8');
  switch (extname(path)) {
    case '.csv':
      return parseCsv(text);
    case '.jsonl':
    case '.ndjson':
      return text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [parseJson(line, `${path}:${i + 1}`)]));
    default: {
      const value = parseJson(text, path);
      if (Array.isArray(value)) return value;
      if (typeof value === 'object' && value !== null) {
        const { data } = { data: undefined, ...value };
        return Array.isArray(data) ? data : Object.values(value);
      }
      throw new Fault('cli/bad-tasks', `${path} is not a list of tasks`);
    }
  }
}

function parseJson(text: string, where: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new Fault('cli/bad-tasks', `${where} is not JSON`, { cause, details: { where } });
  }
}

const textFields = ['text', 'prompt', 'question', 'task_description', 'instruction', 'input', 'task'];
/** Gold answers shorter than this are words of everyday use and no secret. */
const SECRET_LENGTH = 16;

/** A row as a task. Whatever it holds beside id, text and type is data for the scorer. */
function taskOf(row: Json, path: string, index: number): { task: SkillTask; split: Split | undefined } {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new Fault('cli/bad-tasks', `task ${index + 1} of ${path} is not an object`);
  }
  const fields: Readonly<Record<string, Json>> = Object.fromEntries(Object.entries(row));
  const text = textFields.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof text !== 'string') {
    throw new Fault('cli/bad-tasks', `task ${index + 1} of ${path} has no text (${textFields.join(', ')})`);
  }
  const id = fields['id'] ?? hashOf(row).slice(0, 12);
  const type = fields['type'] ?? fields['task_type'];
  const secrets = fields['secrets'] ?? answersIn(fields);
  const split = fields['split'];
  if (typeof split === 'string' && splitNames[split] === undefined) {
    throw new Fault('cli/bad-tasks', `task ${String(id)} of ${path} is of the unknown split ${split}`);
  }
  return {
    task: {
      id: String(id),
      text,
      ...(typeof type === 'string' ? { type } : {}),
      data: fields['data'] ?? fields,
      ...(Array.isArray(secrets) && secrets.length > 0 ? { secrets: secrets.map(String) } : {}),
    },
    split: typeof split === 'string' ? splitNames[split] : undefined,
  };
}

function answersIn(fields: Readonly<Record<string, Json>>): Json[] {
  return [fields['answer'], ...(Array.isArray(fields['answers']) ? fields['answers'] : [])].filter(
    (answer): answer is string => typeof answer === 'string' && answer.length >= SECRET_LENGTH,
  );
}

function requireDistinct(tasks: readonly SkillTask[], path: string): void {
  const seen = new Set<string>();
  for (const { id } of tasks) {
    if (seen.has(id)) throw new Fault('cli/bad-tasks', `${path} holds task ${id} twice`, { details: { id } });
    seen.add(id);
  }
}
