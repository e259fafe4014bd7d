/**
 * An adaptive counter in 32 bits: the probability of a one in the upper 22, the number of observations in the lower 10. It
 * moves fast while it has seen little:
 *
 *     p ← p + (bit − p) / (n + 1.5),    n ← min(n + 1, limit)
 *
 * in whole numbers, with 2¹³ / (n + 1.5) from a table, so that this code and the kernel of the counters agree to the bit.
 *
 * @source Mahoney 2005, Adaptive weighing of context models for lossless data compression (the state maps of PAQ)
 */
const one = 2 ** 22;

/** The counter that knows nothing: p = ½, n = 0. */
export const half = 2 ** 31;

/** 2¹³ / (n + 1.5) for each count n. */
export const reciprocals: Int32Array = Int32Array.from({ length: 1024 }, (_, n) => Math.round(2 ** 13 / (n + 1.5)));

/** A counter at a probability, as sure as after n observations. */
export function counterAt(p: number, n: number): number {
  return ((Math.min(one - 1, Math.round(p * one)) << 10) | n) >>> 0;
}

/** The probability of a one that a counter stands for. */
export function probabilityOf(counter: number): number {
  return (counter >>> 10) / one;
}

/** The counter after one more observation. */
export function observe(counter: number, bit: boolean, limit: number): number {
  const n = counter & 1023;
  const p = counter >>> 10;
  const distance = ((bit ? one - 1 : 0) - p) >> 3;
  const moved = p + Math.floor((distance * reciprocals[n]!) / 1024);
  return ((moved << 10) | Math.min(n + 1, Math.max(n, limit))) >>> 0;
}
