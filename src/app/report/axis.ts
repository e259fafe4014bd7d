/** An axis: where a value lies between 0 and 1, and which values get a tick. */
export interface Axis {
  place(value: number): number;
  readonly ticks: readonly number[];
}

/** An axis over some values. A logarithmic one leaves out what is not positive; a single value gets room around it. */
export function createAxis(values: readonly number[], scale: 'linear' | 'log'): Axis {
  const usable = values.filter((value) => Number.isFinite(value) && (scale === 'linear' || value > 0));
  const low = usable.length === 0 ? (scale === 'log' ? 1 : 0) : Math.min(...usable);
  const high = usable.length === 0 ? 1 : Math.max(...usable);
  return scale === 'log' ? logAxis(low, high) : linearAxis(low, high);
}

/** Ticks at 1, 2 or 5 times a power of ten: at most about six of them. */
function linearAxis(low: number, high: number): Axis {
  const from = low > 0 && low < high / 2 ? 0 : low;
  const span = high - from || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = power * ([1, 2, 5, 10].find((factor) => span / (power * factor) <= 6) ?? 10);
  const first = Math.floor(from / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  return { ticks, place: (value) => (value / step - first) / (last - first) };
}

/** Ticks at powers of ten: every so many that there are at most about six. */
function logAxis(low: number, high: number): Axis {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(high) - 1e-9));
  const every = Math.ceil((last - first) / 6);
  const ticks: number[] = [];
  for (let power = first; power <= last; power += every) ticks.push(10 ** power);
  return { ticks, place: (value) => (Math.log10(value) - first) / (last - first) };
}
