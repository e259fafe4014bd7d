import type { Column } from './column.ts';
import type { Fit } from './fit.ts';
import { productionNamed } from './grammar.ts';
import { allRows } from './row-set.ts';
import { type Entry, termOf } from './space.ts';

/** goal = a ⊕ b and goal = a + b: for each a the space is asked for the b. */
export function deduceBits(fit: Fit, from: number): void {
  const { column } = fit.goal;
  const entries = fit.space.entries('bits');
  for (let k = from; k < entries.length; k += 1) {
    if (fit.space.meter.isEmpty) return;
    const a = entries[k]!;
    fit.space.meter.spend(2 * column.length);
    offer(fit, 'bitXor', a, a.column.map((word, i) => word ^ column[i]!));
    offer(fit, 'bitAdd', a, difference(column, a.column));
  }
}

function offer(fit: Fit, name: string, a: Entry, rest: Column): void {
  const bits = fit.space.bitsOf(name);
  const b = bits === undefined ? undefined : fit.space.find('bits', rest);
  if (bits === undefined || b === undefined || productionNamed(name) === undefined) return;
  fit.candidates.offer({
    bits: bits + a.bits + b.bits,
    rows: allRows(fit.space.n),
    term: () => ({ is: 'call', name, args: [termOf(a), termOf(b)] }),
  });
}

function difference(a: Column, b: Column): Column {
  const column = new Int32Array(a.length);
  for (let i = 0; i < a.length; i += 2) {
    const low = (a[i]! >>> 0) - (b[i]! >>> 0);
    column[i] = low | 0;
    column[i + 1] = (a[i + 1]! - b[i + 1]! - (low < 0 ? 1 : 0)) | 0;
  }
  return column;
}
