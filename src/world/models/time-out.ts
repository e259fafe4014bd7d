/** How long a call may take, learned from those that were answered. */
export interface TimeOut {
  milliseconds(): number;
  /** Told how long an answered call took. */
  took(milliseconds: number): void;
}

const LEAST_MS = 60_000;
const MOST_MS = 300_000;
/** Answers that must have come before their times say anything. */
const ENOUGH = 8;

/**
 * Ten times the slowest answer so far, at least a minute and at most five; five minutes before eight answers have come. So a call that
 * hangs is given up soon where answers are quick, and a model that thinks for minutes is let think.
 */
export function createTimeOut(): TimeOut {
  let slowest = 0;
  let answers = 0;
  return {
    milliseconds: () => (answers < ENOUGH ? MOST_MS : Math.min(MOST_MS, Math.max(LEAST_MS, Math.ceil(10 * slowest)))),
    took(milliseconds) {
      answers += 1;
      slowest = Math.max(slowest, milliseconds);
    },
  };
}
