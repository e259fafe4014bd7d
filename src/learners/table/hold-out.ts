import { createRng } from '#foundation/kernel';
import type { Table, TableRow } from './table.ts';

/** Rows to learn from, and rows that the rule does not see before it is judged. */
export interface Held {
  readonly training: readonly TableRow[];
  readonly heldOut: readonly TableRow[];
}

/** Holds a share of the rows out, by a stream of its own; both parts keep the order of the file. */
export function holdOut({ rows }: Pick<Table, 'rows'>, share: number, seed: number): Held {
  const count = Math.min(rows.length - 1, Math.max(1, Math.round(share * rows.length)));
  const chosen = new Set(createRng(`learn/${seed}/held-out`).distinct(count, rows.length));
  return { training: rows.filter((_, i) => !chosen.has(i)), heldOut: rows.filter((_, i) => chosen.has(i)) };
}
