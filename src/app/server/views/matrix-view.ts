import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import type { Folds } from './folds.ts';
import { knownTasks, type RolloutPlaces } from './rollout-places.ts';
import type { RolloutRows } from './rollouts-view.ts';
import type { SkillFold } from './skill-view.ts';

const Cell = z.strictObject({
  /** Mean hard score of its scored tries; null where none was scored. */
  score: z.number().nullable(),
  /** The recorded calls behind it. */
  keys: z.array(z.string()),
});

export const MatrixView = z.strictObject({
  /** Versions that did a task, in the order they came up. */
  versions: z.array(
    z.strictObject({
      hash: z.string(),
      says: z.string(),
      state: z.string(),
      score: z.number().nullable(),
      tasks: z.int(),
    }),
  ),
  /** The two whose difference is shown. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  rows: z.array(
    z.strictObject({
      task: z.string(),
      type: z.string(),
      split: z.string(),
      asked: z.string(),
      /** `to` minus `from`; null where one of them did not do the task. */
      change: z.number().nullable(),
      /** One per version. */
      cells: z.array(Cell.nullable()),
    }),
  ),
  /** Of all that fit the question. */
  total: z.int(),
  won: z.int(),
  lost: z.int(),
  same: z.int(),
  types: z.array(z.string()),
  splits: z.array(z.string()),
  /** Rollouts of versions or tasks that the run did not tell of, such as ideas that were raced. */
  unplaced: z.int(),
});
export type MatrixView = z.infer<typeof MatrixView>;

export interface MatrixQuestion {
  readonly from: number;
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly changed?: '1' | undefined;
  readonly type?: string | undefined;
  readonly split?: string | undefined;
  readonly search?: string | undefined;
}

interface Sources {
  readonly store: StoreReader;
  readonly rollouts: RolloutRows;
  readonly places: RolloutPlaces;
  readonly skills: Folds<SkillFold>;
}

/** Where a version comes from, in words. */
function originText(origin: string): string {
  return origin === 'skill_init' ? 'start' : origin.replace(/^step_0*/u, 'step ');
}

type Found = Map<string, { sum: number; scored: number; keys: string[] }>;

/** Tasks × versions of the skill, what changed most first. */
export function matrixView({ store, rollouts, places, skills }: Sources, run: Run, asked: MatrixQuestion): MatrixView {
  const effects = store.effectsOf(run.id);
  const tasks = knownTasks(store, effects);
  const told = skills.of(run.id).view();
  const placed = places.of(
    run,
    tasks,
    told.versions.map(({ hash }) => hash),
  );
  const cells: Found = new Map();
  const texts = new Map<string, string>();
  let unplaced = 0;
  for (const effect of effects) {
    if (effect.name !== 'rollout') continue;
    const place = placed.places.get(effect.key);
    if (place === undefined) {
      unplaced += 1;
      continue;
    }
    const { hard, asked: text } = rollouts.of(effect);
    texts.set(place.task, text);
    const at = `${place.version} ${place.task}`;
    const cell = cells.get(at) ?? { sum: 0, scored: 0, keys: [] };
    cells.set(at, cell);
    cell.keys.push(effect.key);
    if (hard !== null) {
      cell.sum += hard;
      cell.scored += 1;
    }
  }
  const scoreOf = (version: string | null, task: string): number | null => {
    const cell = cells.get(`${version} ${task}`);
    return cell === undefined || cell.scored === 0 ? null : cell.sum / cell.scored;
  };
  const versions = told.versions.flatMap(({ hash, origin, state }) => {
    const own = tasks.flatMap(({ id }) => scoreOf(hash, id) ?? []);
    const score = own.length === 0 ? null : own.reduce((sum, value) => sum + value, 0) / own.length;
    return own.length === 0 ? [] : [{ hash, says: originText(origin), state, score, tasks: own.length }];
  });
  const isThere = (hash: string | undefined): hash is string => versions.some((one) => one.hash === hash);
  const from = isThere(asked.before) ? asked.before : (versions[0]?.hash ?? null);
  const best = told.best ?? undefined;
  const to = isThere(asked.after) ? asked.after : isThere(best) ? best : (versions.at(-1)?.hash ?? null);
  const wanted = asked.search?.toLowerCase();
  const rows = tasks
    .filter(({ id }) => versions.some(({ hash }) => cells.has(`${hash} ${id}`)))
    .filter(({ type, split }) => (asked.type ?? type) === type && (asked.split ?? split) === split)
    .map(({ id, type, split }) => {
      const [before, after] = [scoreOf(from, id), scoreOf(to, id)];
      const change = before === null || after === null ? null : after - before;
      return { task: id, type, split, asked: texts.get(id) ?? '', change };
    })
    .filter(({ task, asked: text }) => wanted === undefined || `${task} ${text}`.toLowerCase().includes(wanted));
  const shown = asked.changed === '1' ? rows.filter(({ change }) => change !== null && change !== 0) : rows;
  // What got worse comes before what got better by as much: it is looked for first.
  const size = (change: number | null): number => (change === null ? -1 : 2 * Math.abs(change) + (change < 0 ? 1 : 0));
  const sorted = shown.toSorted((a, b) => size(b.change) - size(a.change));
  const count = (isIt: (change: number) => boolean): number =>
    rows.filter(({ change }) => change !== null && isIt(change)).length;
  return {
    versions,
    from,
    to,
    rows: sorted.slice(asked.from, asked.from + asked.limit).map((row) => ({
      ...row,
      cells: versions.map(({ hash }) => {
        const cell = cells.get(`${hash} ${row.task}`);
        return cell === undefined ? null : { score: scoreOf(hash, row.task), keys: cell.keys };
      }),
    })),
    total: sorted.length,
    won: count((change) => change > 0),
    lost: count((change) => change < 0),
    same: count((change) => change === 0),
    types: [...new Set(tasks.map(({ type }) => type))].filter((type) => type !== '').toSorted(),
    splits: [...new Set(tasks.map(({ split }) => split))],
    unplaced,
  };
}
