import { Fault } from '#foundation/kernel';
import type { RunBooks } from '#ratchet/open-run';
import { createMemoryJournal } from '#world/store';

/** Keeps one run in memory, for programs that want no store. */
export const memoryBooks: RunBooks = {
  getRun: () => undefined,
  createRun: () => createMemoryJournal(),
  resumeRun(id) {
    throw new Fault('store/unknown-run', `there is no run ${id} to take up again`);
  },
};
