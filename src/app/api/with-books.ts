import type { RunBooks } from '#ratchet/open-run';
import { openStore } from '#world/store';
import { memoryBooks } from './memory-books.ts';

/** Works with the store of a workspace, or in memory where none is named. */
export async function withBooks<T>(workspace: string | undefined, work: (books: RunBooks) => Promise<T>): Promise<T> {
  if (workspace === undefined) return work(memoryBooks);
  const store = openStore(workspace);
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
