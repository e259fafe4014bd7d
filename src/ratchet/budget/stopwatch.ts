import { z } from 'zod';
import type { Journal, Timer } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

/** What may end a run before its work is done. */
export interface Ends {
  /** Milliseconds at work, over all processes of the run. */
  readonly milliseconds?: number | undefined;
  /** Asked before each unit of work; `true` ends the run as a spent budget does. */
  readonly shouldStop?: (() => boolean) | undefined;
}

/** The end of a run as a recorded value: a replay reads what the first run read, and ends where it ended. */
export interface Stopwatch {
  /** Milliseconds left, recorded; a Fault `loops/budget-spent` when there are none. Infinity without a limit. */
  left(): Promise<number>;
  /** Asks before a unit of work whether the run ends here, recorded; a Fault `loops/budget-spent` where it does. */
  goOn(before: string): Promise<void>;
  /** Keeps a share of the whole time for what comes at the end; returns how to give it back. */
  setAside(share: number): () => void;
}

/** What is recorded of a question whether to go on; the time only where there is a limit. */
const Asked = z.strictObject({ why: z.string().nullable(), elapsed: z.number().optional() });

export const ASKED_TO_STOP = 'asked to stop';

/**
 * Counts the time a run was at work, over all its processes: each look continues from the one recorded before it. Only a run with
 * a limit looks at the clock, so that others have nothing in their journal that depends on time.
 */
export function createStopwatch(journal: Journal, timer: Timer, { milliseconds: limit, shouldStop }: Ends): Stopwatch {
  let look = 0;
  let elapsed = 0;
  let aside = 0;
  let since = timer.now();
  const atWork = (): number => elapsed + Math.max(0, timer.now() - since);
  const read = (recorded: number): void => {
    elapsed = recorded;
    since = timer.now();
  };
  const end = (): number => (limit === undefined ? Infinity : Math.round(limit * (1 - aside)));
  const isOver = (): string => {
    const kept = aside > 0.005 ? `, less ${Math.round(100 * aside)} % for trial and test,` : '';
    return `the limit of ${limit} ms${kept} is reached`;
  };
  return {
    async left() {
      if (limit === undefined) return Infinity;
      look += 1;
      read(await journal.step('time-read', { look }, atWork));
      if (elapsed < end()) return end() - elapsed;
      throw new Fault('loops/budget-spent', isOver(), { details: { limit, elapsed, aside } });
    },
    async goOn(before) {
      const asked = await journal.step('stop-asked', { before }, () => {
        const now = limit === undefined ? undefined : atWork();
        const stopped = shouldStop?.() === true ? `${ASKED_TO_STOP} before ${before}` : null;
        const why = now !== undefined && now >= end() ? isOver() : stopped;
        return now === undefined ? { why } : { why, elapsed: now };
      });
      const { why, elapsed: recorded } = Asked.parse(asked);
      if (recorded !== undefined) read(recorded);
      if (why !== null) throw new Fault('loops/budget-spent', why);
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
