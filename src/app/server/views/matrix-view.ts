import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import type { Folds } from './folds.ts';
import { type KnownTask, knownTasks, type RolloutPlace, type RolloutPlaces } from './rollout-places.ts';
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

/** What versions did on tasks. */
class Scores {
  readonly cells = new Map<string, { sum: number; scored: number; readonly keys: string[] }>();
  readonly texts = new Map<string, string>();
  unplaced = 0;

  of(version: string | null, task: string): number | null {
    const cell = this.cells.get(`${version} ${task}`);
    return cell === undefined || cell.scored === 0 ? null : cell.sum / cell.scored;
  }

  add({ version, task }: RolloutPlace, key: string, hard: number | null): void {
    const at = `${version} ${task}`;
    const cell = this.cells.get(at) ?? { sum: 0, scored: 0, keys: [] };
    this.cells.set(at, cell);
    cell.keys.push(key);
    if (hard === null) return;
    cell.sum += hard;
    cell.scored += 1;
  }

  /** Of a version over the tasks that it did. */
  mean(version: string, tasks: readonly KnownTask[]): { readonly score: number | null; readonly tasks: number } {
    const own = tasks.flatMap(({ id }) => this.of(version, id) ?? []);
    return {
      score: own.length === 0 ? null : own.reduce((sum, value) => sum + value, 0) / own.length,
      tasks: own.length,
    };
  }
}

/** Tasks × versions of the skill, what changed most first. */
export function matrixView(sources: Sources, run: Run, asked: MatrixQuestion): MatrixView {
  const effects = sources.store.effectsOf(run.id);
  const tasks = knownTasks(sources.store, effects);
  const told = sources.skills.of(run.id).view();
  const scores = scoresOf(sources, run, effects, { tasks, versions: told.versions.map(({ hash }) => hash) });
  const versions = told.versions
    .map(({ hash, origin, state }) => ({ hash, says: originText(origin), state, ...scores.mean(hash, tasks) }))
    .filter((version) => version.tasks > 0);
  const isThere = (hash: string | null | undefined): hash is string => versions.some((one) => one.hash === hash);
  const from = isThere(asked.before) ? asked.before : (versions[0]?.hash ?? null);
  const to = [asked.after, told.best, versions.at(-1)?.hash].find(isThere) ?? null;
  const rows = rowsOf(tasks, scores, asked, { from, to });
  const shown = asked.changed === '1' ? rows.filter(({ change }) => change !== null && change !== 0) : rows;
  const sorted = shown.toSorted((a, b) => sizeOf(b.change) - sizeOf(a.change));
  const count = (isIt: (change: number) => boolean): number =>
    rows.filter(({ change }) => change !== null && isIt(change)).length;
  return {
    versions,
    from,
    to,
    rows: sorted.slice(asked.from, asked.from + asked.limit).map((row) => ({
      ...row,
      cells: versions.map(({ hash }) => {
        const cell = scores.cells.get(`${hash} ${row.task}`);
        return cell === undefined ? null : { score: scores.of(hash, row.task), keys: cell.keys };
      }),
    })),
    total: sorted.length,
    won: count((change) => change > 0),
    lost: count((change) => change < 0),
    same: count((change) => change === 0),
    types: [...new Set(tasks.map(({ type }) => type))].filter((type) => type !== '').toSorted(),
    splits: [...new Set(tasks.map(({ split }) => split))],
    unplaced: scores.unplaced,
  };
}

function scoresOf(
  { rollouts, places }: Sources,
  run: Run,
  effects: ReturnType<StoreReader['effectsOf']>,
  known: { readonly tasks: readonly KnownTask[]; readonly versions: readonly string[] },
): Scores {
  const scores = new Scores();
  const placed = places.of(run, known.tasks, known.versions);
  for (const effect of effects) {
    if (effect.name !== 'rollout') continue;
    const place = placed.get(effect.key);
    if (place === undefined) {
      scores.unplaced += 1;
      continue;
    }
    const { hard, asked } = rollouts.of(effect);
    scores.texts.set(place.task, asked);
    scores.add(place, effect.key, hard);
  }
  return scores;
}

type Row = Omit<MatrixView['rows'][number], 'cells'>;

function rowsOf(
  tasks: readonly KnownTask[],
  scores: Scores,
  asked: MatrixQuestion,
  { from, to }: Pick<MatrixView, 'from' | 'to'>,
): Row[] {
  const wanted = asked.search?.toLowerCase() ?? '';
  return tasks
    .filter(({ id }) => scores.texts.has(id))
    .filter(({ type, split }) => (asked.type ?? type) === type && (asked.split ?? split) === split)
    .map(({ id, type, split }) => {
      const [before, after] = [scores.of(from, id), scores.of(to, id)];
      const change = before === null || after === null ? null : after - before;
      return { task: id, type, split, asked: scores.texts.get(id) ?? '', change };
    })
    .filter(({ task, asked: text }) => `${task} ${text}`.toLowerCase().includes(wanted));
}

/** What got worse comes before what got better by as much: it is looked for first. */
function sizeOf(change: number | null): number {
  return change === null ? -1 : 2 * Math.abs(change) + (change < 0 ? 1 : 0);
}
