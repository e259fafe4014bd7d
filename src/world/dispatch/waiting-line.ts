import { abortReason } from '#foundation/kernel';
/** Places for so many at once, and a line before them: highest priority first, ties in the order of coming. */
export interface WaitingLine {
  /** Resolves when a place is free, with the function that frees it again; rejects when the signal is aborted first. */
  enter(priority: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly priority: number;
  readonly admit: () => void;
}

export function createWaitingLine(places: number): WaitingLine {
  let free = places;
  const line: Waiting[] = [];
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) free += 1;
    else next.admit();
  };
  /** A place is left once, however often it is said. */
  const place = (): (() => void) => {
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  return {
    enter(priority, signal) {
      if (signal.aborted) return Promise.reject(abortReason(signal));
      if (free > 0) {
        free -= 1;
        return Promise.resolve(place());
      }
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          priority,
          admit() {
            signal.removeEventListener('abort', giveUp);
            resolve(place());
          },
        };
        const giveUp = (): void => {
          line.splice(line.indexOf(waiting), 1);
          reject(abortReason(signal));
        };
        signal.addEventListener('abort', giveUp, { once: true });
        const at = line.findIndex((other) => other.priority < priority);
        line.splice(at < 0 ? line.length : at, 0, waiting);
      });
    },
  };
}
