import { canonicalText } from '#foundation/kernel';
import { shown } from './shown.ts';

/**
 * Holds what events tell against what steps recorded, as two heaps in which equal things count: what was told and not recorded, and what was
 * recorded and not told.
 */
export function countTold(what: string, told: Iterable<unknown>, recorded: Iterable<unknown>): string[] {
  const left = new Map<string, number>();
  for (const each of recorded) add(left, each, 1);
  for (const each of told) add(left, each, -1);
  return [...left].flatMap(([text, count]) => {
    if (count > 0)
      return [
        `${what} was recorded, and ${count === 1 ? 'no event tells' : `${count} events do not tell`} of it: ${shown(text)}`,
      ];
    return count < 0 ? [`an event tells of ${what} that no step recorded: ${shown(text)}`] : [];
  });
}

function add(left: Map<string, number>, each: unknown, by: number): void {
  const text = canonicalText(each ?? null);
  left.set(text, (left.get(text) ?? 0) + by);
}
