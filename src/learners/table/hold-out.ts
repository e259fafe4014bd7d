import { createRng, type Rng } from '#foundation/kernel';
import type { Table, TableRow } from './table.ts';

/** Rows to learn from, and rows that the rule does not see before it is judged. */
export interface Held {
  readonly training: readonly TableRow[];
  readonly heldOut: readonly TableRow[];
}

/** Answers with fewer rows than this name no class. */
const LEAST_ROWS = 8;

/**
 * Holds a share of the rows out, by a stream of its own; both parts keep the order of the file. Where answers are classes, each class gives its share,
 * so that a rare one is in both parts.
 *
 * @source systematic sampling from an ordered list: Madow & Madow 1944
 */
export function holdOut({ rows }: Pick<Table, 'rows'>, share: number, seed: number): Held {
  const rng = createRng(`learn/${seed}/held-out`);
  const count = Math.min(rows.length - 1, Math.max(1, Math.round(share * rows.length)));
  const order = byClass(rows, rng);
  const start = rng.float();
  const chosen = new Set(
    Array.from({ length: count }, (_, k) => order[Math.floor(((k + start) * rows.length) / count)]!),
  );
  return { training: rows.filter((_, i) => !chosen.has(i)), heldOut: rows.filter((_, i) => chosen.has(i)) };
}

/** Places of the rows in a random order, those of one class together. */
function byClass(rows: readonly TableRow[], rng: Rng): readonly number[] {
  const places = rng.shuffle(rows.map((_, i) => i));
  const classes = new Map<string, number[]>();
  for (const i of places) {
    const answer = JSON.stringify(rows[i]!.answer);
    const own = classes.get(answer);
    if (own === undefined) classes.set(answer, [i]);
    else own.push(i);
  }
  return classes.size * LEAST_ROWS > rows.length ? places : [...classes.values()].flat();
}
