import type { Journal, Timer } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

/** Wall time as a recorded value: a replay reads what the first run read. */
export interface Stopwatch {
  /** Milliseconds left, recorded; a Fault `loops/budget-spent` when there are none. Infinity without a limit. */
  left(): Promise<number>;
  /** Keeps a share of the whole time for what comes at the end; returns how to give it back. */
  setAside(share: number): () => void;
}

/**
 * Counts the time a run was at work, over all its processes: each look continues from the one recorded before it. Only a run with
 * a limit looks, so that others have nothing in their journal that depends on time.
 */
export function createStopwatch(journal: Journal, timer: Timer, limit: number | undefined): Stopwatch {
  let look = 0;
  let elapsed = 0;
  let aside = 0;
  let since = timer.now();
  return {
    async left() {
      if (limit === undefined) return Infinity;
      look += 1;
      elapsed = await journal.step('time-read', { look }, () => elapsed + Math.max(0, timer.now() - since));
      since = timer.now();
      const end = Math.round(limit * (1 - aside));
      if (elapsed < end) return end - elapsed;
      const kept = aside > 0.005 ? `, less ${Math.round(100 * aside)} % for trial and test,` : '';
      throw new Fault('loops/budget-spent', `the limit of ${limit} ms${kept} is reached`, {
        details: { limit, elapsed, aside },
      });
    },
    setAside(share) {
      aside += share;
      let isHeld = true;
      return () => {
        if (isHeld) aside = Math.max(0, aside - share);
        isHeld = false;
      };
    },
  };
}
