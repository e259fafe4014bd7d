import type { Run } from '#foundation/contracts';
import type { Store } from '#world/store';
import type { Shell } from '../command.ts';
import { showSize } from './show-size.ts';
import { showMoment } from './show-time.ts';

/** Deletes runs, or says which would go, and tells what that frees. */
export function removeRuns(store: Store, runs: readonly Run[], dryRun: boolean, shell: Shell): void {
  const sized = runs.map((run) => ({ run, bytes: store.sizeOf(run.id) }));
  const bytes = sized.reduce((sum, one) => sum + one.bytes, 0);
  const blobs = dryRun || runs.length === 0 ? 0 : store.deleteRuns(runs.map(({ id }) => id));
  const isShrunk = blobs === 0 ? !dryRun : store.shrink();
  if (shell.json) {
    shell.print(
      JSON.stringify({
        deleted: dryRun ? [] : runs.map(({ id }) => id),
        wouldDelete: dryRun ? runs.map(({ id }) => id) : [],
        bytes,
        blobs,
      }),
    );
    return;
  }
  for (const one of sized) {
    shell.print(
      `${dryRun ? 'would delete' : 'deleted'}  ${one.run.id}  ${one.run.status}  ${showMoment(one.run.startedAt)}  ${showSize(one.bytes)}`,
    );
  }
  if (runs.length === 0) shell.note('No run fits.');
  else if (dryRun) shell.note(`${runs.length} runs, about ${showSize(bytes)}; nothing was deleted.`);
  else
    shell.note(
      isShrunk ? `Freed about ${showSize(bytes)}.` : 'The store is in use; the file shrinks with the next deletion.',
    );
}
