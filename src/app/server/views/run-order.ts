import { z } from 'zod';
import type { RunRow } from './run-view.ts';

/** What a list of runs can be ordered by. */
export const RunOrder = z.enum([
  'started',
  'run',
  'state',
  'before',
  'score',
  'accepted',
  'rejected',
  'undecided',
  'tokens',
  'cost',
  'events',
  'took',
  'star',
]);
export type RunOrder = z.infer<typeof RunOrder>;

const keys: Readonly<Record<RunOrder, (run: RunRow) => number | string | null>> = {
  started: (run) => run.startedAt,
  run: (run) => run.id,
  state: (run) => run.state,
  before: (run) => run.scoreBefore,
  score: (run) => run.score,
  accepted: (run) => run.accepted,
  rejected: (run) => run.rejected,
  undecided: (run) => run.undecided,
  tokens: (run) => run.used.promptTokens + run.used.completionTokens,
  cost: (run) => run.used.dollars,
  events: (run) => run.events,
  star: (run) => Number(run.note.star),
  took: (run) => (run.endedAt === null ? null : run.endedAt - run.startedAt),
};

/** Runs in an order; one without a value is last either way, and equal ones stay as they were. */
export function sortRuns(runs: readonly RunRow[], by: RunOrder, isDown: boolean): RunRow[] {
  const keyed = runs.map((run) => ({ run, key: keys[by](run) }));
  return keyed
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return isDown ? 0 - order : order;
    })
    .map(({ run }) => run);
}
