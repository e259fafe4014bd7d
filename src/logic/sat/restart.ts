import { type Memory, Real } from './memory.ts';

/**
 * The i-th term (from 1) of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
 *
 * @source Luby, Sinclair & Zuckerman 1993
 */
export function luby(i: number): number {
  let size = 1;
  let power = 0;
  while (size < i) {
    size = 2 * size + 1;
    power += 1;
  }
  let index = i;
  while (size !== index) {
    size = (size - 1) / 2;
    power -= 1;
    if (index > size) index -= size;
  }
  return 2 ** power;
}

/** Sets after how many more conflicts the search restarts for the n-th time (from 1). */
export function scheduleRestart(m: Memory, n: number, interval: number): void {
  m.reals[Real.restartConflicts] = m.reals[Real.conflicts]! + luby(n) * interval;
  m.reals[Real.restartMargin] = 0;
}
