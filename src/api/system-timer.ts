import type { Timer } from '#contracts';

/** The clock of this machine. */
export const systemTimer: Timer = {
  now: Date.now,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  deadline: (milliseconds) => AbortSignal.timeout(Math.max(0, Math.min(milliseconds, 2 ** 31 - 1))),
};
