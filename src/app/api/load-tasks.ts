import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Json } from '#foundation/contracts';
import type { SkillTask, Split } from '#foundation/contracts/skills';
import { Fault, isRecord } from '#foundation/kernel';
import { readTasks, splitTasks } from '#learners/skill/worlds';

export type TaskSplits = Readonly<Record<Split, readonly SkillTask[]>>;

export interface LoadSettings {
  /** Shares of train, validation and test for tasks that do not say their split. */
  readonly ratio: readonly [number, number, number];
  readonly seed: number;
  /** Most tasks per split; 0 is all. */
  readonly limit: number;
}

const splitNames: ReadonlyMap<string, Split> = new Map([
  ['train', 'train'],
  ['val', 'validation'],
  ['valid', 'validation'],
  ['validation', 'validation'],
  ['selection', 'validation'],
  ['valid_seen', 'validation'],
  ['test', 'test'],
  ['valid_unseen', 'test'],
]);

/**
 * Tasks from a file (JSONL, JSON, CSV) or from a folder with `train`, `val` and `test`, each a file or a folder with one. Tasks
 * of a single file go to the split they name; the rest is shuffled and dealt out by the ratio.
 */
export function loadTasks(path: string, { ratio, seed, limit }: LoadSettings): TaskSplits {
  if (!existsSync(path)) throw new Fault('cli/cannot-read', `there is no ${path}`, { details: { path } });
  const [train, validation, test] = ratio;
  const splits = statSync(path).isDirectory()
    ? loadFolder(path)
    : deal(readTasks(readFileSync(path, 'utf8'), basename(path)), (rest) =>
        splitTasks(rest, { train, validation, test }, seed),
      );
  requireDistinct(splits, path);
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const cut = (tasks: readonly SkillTask[]): readonly SkillTask[] =>
    (limit > 0 ? tasks.slice(0, limit) : tasks).map((task) => withImages(task, folder));
  return { train: cut(splits.train), validation: cut(splits.validation), test: cut(splits.test) };
}

const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
/** Larger ones no provider takes. */
const MOST_BYTES = 20 * 1_048_576;

/** The task with its `images` as data: files beside the task file are read, addresses and data stay. */
function withImages(task: SkillTask, folder: string): SkillTask {
  const { data } = task;
  if (!isRecord(data) || data['images'] === undefined) return task;
  const images: readonly unknown[] = Array.isArray(data['images']) ? data['images'] : [data['images']];
  const read = images.map((image) => {
    if (typeof image !== 'string' || /^(?:data:|https?:)/.test(image)) return image;
    const path = resolve(folder, image);
    const type = imageTypes[extname(path).toLowerCase()];
    if (type === undefined || !existsSync(path) || statSync(path).size > MOST_BYTES) {
      throw new Fault(
        'train/bad-tasks',
        `task ${task.id}: ${image} is no image that can be read (png, jpeg, gif, webp; at most 20 MiB)`,
      );
    }
    return `data:${type};base64,${readFileSync(path).toString('base64')}`;
  });
  return { ...task, data: Json.parse({ ...data, images: read }) };
}

function loadFolder(folder: string): TaskSplits {
  const splits: Record<Split, SkillTask[]> = { train: [], validation: [], test: [] };
  for (const name of readdirSync(folder).sort()) {
    const split = splitNames.get(name.replace(/\.(jsonl?|ndjson|csv)$/, ''));
    if (split === undefined) continue;
    const inside = join(folder, name);
    const file = statSync(inside).isDirectory() ? firstFile(inside) : inside;
    splits[split].push(...readTasks(readFileSync(file, 'utf8'), basename(file)));
  }
  return splits;
}

function firstFile(folder: string): string {
  const [name] = readdirSync(folder)
    .filter((entry) => /\.(jsonl?|ndjson|csv)$/.test(entry))
    .sort();
  if (name === undefined) throw new Fault('train/bad-tasks', `${folder} holds no JSON, JSONL or CSV file`);
  return join(folder, name);
}

function deal(tasks: readonly SkillTask[], share: (rest: readonly SkillTask[]) => TaskSplits): TaskSplits {
  const splits: Record<Split, SkillTask[]> = { train: [], validation: [], test: [] };
  const rest: SkillTask[] = [];
  for (const task of tasks) {
    const named = splitOf(task);
    (named === undefined ? rest : splits[named]).push(task);
  }
  if (rest.length === 0) return splits;
  const shared = share(rest);
  return {
    train: [...splits.train, ...shared.train],
    validation: [...splits.validation, ...shared.validation],
    test: [...splits.test, ...shared.test],
  };
}

function splitOf({ id, data }: SkillTask): Split | undefined {
  if (typeof data !== 'object' || data === null || !('split' in data)) return undefined;
  const said = typeof data.split === 'string' ? data.split : JSON.stringify(data.split);
  const named = splitNames.get(said);
  if (named === undefined) throw new Fault('train/bad-tasks', `task ${id} is of the unknown split ${said}`);
  return named;
}

function requireDistinct({ train, validation, test }: TaskSplits, path: string): void {
  const seen = new Set<string>();
  for (const { id } of [...train, ...validation, ...test]) {
    if (seen.has(id)) throw new Fault('train/bad-tasks', `${path} holds task ${id} twice`, { details: { id } });
    seen.add(id);
  }
}
