import type { Journal, Timer } from '#contracts';
import { Fault } from '#kernel';

/** Wall time as a recorded value: a replay reads what the first run read. */
export interface Stopwatch {
  /** Milliseconds left, recorded; a Fault `loops/budget-spent` when there are none. Infinity without a limit. */
  left(): Promise<number>;
}

/**
 * Counts the time a run was at work, over all its processes: each look continues from the one recorded before it. Only a run with
 * a limit looks, so that others have nothing in their journal that depends on time.
 */
export function createStopwatch(journal: Journal, timer: Timer, limit: number | undefined): Stopwatch {
  let look = 0;
  let elapsed = 0;
  let since = timer.now();
  return {
    async left() {
      if (limit === undefined) return Infinity;
      look += 1;
      elapsed = await journal.step('time-read', { look }, () => elapsed + Math.max(0, timer.now() - since));
      since = timer.now();
      if (elapsed < limit) return limit - elapsed;
      throw new Fault('loops/budget-spent', `the limit of ${limit} ms is reached`, { details: { limit, elapsed } });
    },
  };
}
