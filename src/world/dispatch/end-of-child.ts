import type { ChildProcess } from 'node:child_process';
import { abortReason, Fault } from '#foundation/kernel';

/** What a child may take, and what is said where it cannot be started. */
export interface ChildLimits {
  readonly milliseconds: number;
  readonly missing: string;
  readonly signal?: AbortSignal | undefined;
}

/** Waits until a child has closed. One that takes too long is killed, as is one whose caller gives up, who then hears why. */
export function endOfChild(
  child: ChildProcess,
  { milliseconds, missing, signal }: ChildLimits,
): Promise<{ readonly isTimedOut: boolean }> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false;
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isTimedOut = true;
      kill();
    }, milliseconds);
    signal?.addEventListener('abort', kill, { once: true });
    child.on('error', (cause) => {
      clearTimeout(timer);
      reject(new Fault('sandbox/failed', missing, { cause }));
    });
    child.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted === true) reject(abortReason(signal));
      else resolve({ isTimedOut });
    });
  });
}
