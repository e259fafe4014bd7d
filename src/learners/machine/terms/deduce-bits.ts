import type { Column } from './column.ts';
import type { Fitting } from './goal.ts';
import { allRows } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';

/** goal = a ⊕ b and goal = a + b: for each a the space is asked for the b. */
export function deduceBits(fit: Fitting, from: number): void {
  const { column } = fit.goal;
  const { meter } = fit.space;
  const entries = fit.space.entries('bits');
  const rest = new Int32Array(column.length);
  const rests = [
    ['bitXor', exclusive],
    ['bitAdd', difference],
  ] as const;
  for (let k = from; k < entries.length && !meter.isEmpty; k += 1) {
    const a = entries[k]!;
    for (const [name, invert] of rests) {
      meter.spend(column.length);
      invert(rest, column, a.column);
      const b = fit.space.find('bits', rest);
      if (b !== undefined) offer(fit, name, [a, b]);
    }
  }
}

function offer(fit: Fitting, name: string, args: readonly Entry[]): void {
  const own = fit.space.bitsOf(name);
  if (own === undefined) return;
  const bits = args.reduce((sum, arg) => sum + arg.bits, own);
  const term = { is: 'call', name, args: args.map(termOf) } as const;
  fit.candidates.offer({ bits, rows: allRows(fit.space.n), term: () => term });
}

function exclusive(to: Column, a: Column, b: Column): void {
  for (let i = 0; i < to.length; i += 1) to[i] = a[i]! ^ b[i]!;
}

function difference(to: Column, a: Column, b: Column): void {
  for (let i = 0; i < to.length; i += 2) {
    const low = (a[i]! >>> 0) - (b[i]! >>> 0);
    to[i] = low | 0;
    to[i + 1] = (a[i + 1]! - b[i + 1]! - (low < 0 ? 1 : 0)) | 0;
  }
}
