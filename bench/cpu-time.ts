import { readFileSync } from 'node:fs';

/** Nanoseconds of CPU time per call of `work`, all threads counted, over so many calls. */
export function cpuNs(work: () => void, calls: number): number {
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i += 1) work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / calls;
}

/** Microseconds of CPU time of this process until now, all threads counted. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** A watch for CPU seconds of all threads: each reading counts from now. */
export function cpuSecondsSince(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
}

/**
 * Nanoseconds the main thread has been on a CPU, or undefined where the system does not say. It is brought up to date
 * whenever the thread waits, so take it after an `await` of other threads.
 */
export function mainThreadNs(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return undefined;
  }
}
