import type { Timer } from '#foundation/contracts/ports';

/** The clock of this machine. */
export const systemTimer: Timer = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener('abort', end, { once: true });
    }),
  deadline: (milliseconds) => AbortSignal.timeout(Math.max(0, Math.ceil(Math.min(milliseconds, 2 ** 31 - 1)))),
};
