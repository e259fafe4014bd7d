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
  const newest = runs.at(-1);
  if (newest === undefined) throw new Fault('store/no-runs', 'there is no run yet');
  if (asked === 'latest') return newest;
  const [run, ...others] = runs.filter(({ id }) => id.startsWith(asked));
  if (run !== undefined && others.length === 0) return run;
  const ids = runs.map(({ id }) => id);
  if (run !== undefined) {
    const meant = ids.filter((id) => id.startsWith(asked));
    throw new Fault('store/unknown-run', `${asked} could be ${meant.slice(0, 5).join(', ')}`, { details: { asked } });
  }
  const near = nearestName(asked, ids);
  throw new Fault('store/unknown-run', `there is no run ${asked}`, {
    details: { asked },
    ...(near === undefined ? {} : { hint: `Did you mean ${near}? \`pawl runs list\` shows all.` }),
  });
}
