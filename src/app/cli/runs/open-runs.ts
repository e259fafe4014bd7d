import { relative } from 'node:path';
import type { Run } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import { mayHoldRuns, openStore, showPlace, type StoreReader } from '#world/store';
import type { Shell } from '../command.ts';
import { nearestName } from '../nearest.ts';

/** Opens the store for reading, and closes it afterwards. */
export async function withRuns<T>(shell: Shell, use: (store: StoreReader) => T | Promise<T>): Promise<T> {
  const store = openStore(shell.store, { readOnly: true, mask: shell.mask });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** Whether anything may ever have been stored. */
export function hasRuns(shell: Shell): boolean {
  return mayHoldRuns(shell.store);
}

/** What a suggested command line must add to find these runs: nothing, or ` --workspace DIR` and ` --store ADDRESS`, without its password. */
export function workspaceFlag(shell: Pick<Shell, 'workspace' | 'folder' | 'store' | 'isStoreTyped'>): string {
  const store = shell.isStoreTyped === true ? ` --store ${quoted(showPlace(shell.store))}` : '';
  const { workspace, folder } = shell;
  const inside = relative(folder, workspace);
  const path = inside.startsWith('..') ? workspace : inside;
  return path === '.pawl' ? store : ` --workspace ${quoted(path)}${store}`;
}

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The run that a person means: its id, the beginning of exactly one id, or `latest`; of one loop, where it is named. */
export function findRun(store: StoreReader, asked: string, loop?: string): Run {
  const exact = store.getRun(asked);
  if (exact !== undefined) return exact;
  const runs = store.listRuns().filter((run) => loop === undefined || run.loop === loop);
  const id = chooseId(
    runs.map((run) => run.id),
    asked,
  );
  return runs.find((run) => run.id === id)!;
}

/** The same by ids alone, for a run of which nothing else may be readable. */
export function findId(store: StoreReader, asked: string): string {
  return chooseId(store.runIds(), asked);
}

function chooseId(ids: readonly string[], asked: string): string {
  const newest = ids.at(-1);
  if (newest === undefined) throw new Fault('store/no-runs', 'there is no run yet');
  if (asked === 'latest') return newest;
  if (ids.includes(asked)) return asked;
  const [id, ...others] = ids.filter((each) => each.startsWith(asked));
  if (id !== undefined && others.length === 0) return id;
  if (id !== undefined) {
    const meant = [id, ...others];
    throw new Fault('store/unknown-run', `${asked} could be ${meant.slice(0, 5).join(', ')}`, { details: { asked } });
  }
  const near = nearestName(asked, ids);
  throw new Fault('store/unknown-run', `there is no run ${asked}`, {
    details: { asked },
    ...(near === undefined ? {} : { hint: `Did you mean ${near}? \`pawl runs list\` shows all.` }),
  });
}
