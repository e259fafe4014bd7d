import { describe, expect, it } from 'vitest';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import { createRng } from '#foundation/kernel';
import { fallsByType } from './falls-by-type.ts';

const typeOf = (task: string): string => task.split('-')[0]!;

/** So many tasks of each type, with the chance of each side to pass one. */
function outcomes(
  types: Readonly<Record<string, readonly [number, number]>>,
  each: number,
  seed: number,
): PairedOutcome[] {
  const rng = createRng(`falls/${seed}`);
  return Object.entries(types).flatMap(([type, [before, after]]) =>
    Array.from({ length: each }, (_, i) => ({
      task: `${type}-${i}`,
      incumbent: Number(rng.chance(before)),
      candidate: Number(rng.chance(after)),
    })),
  );
}

describe('types that fall', () => {
  it('are told, though the whole is better', () => {
    const found = fallsByType(outcomes({ up: [0.1, 1], down: [1, 0.4] }, 30, 1), typeOf);
    expect(found).toMatchObject([{ type: 'down', tasks: 30 }]);
    expect(found[0]!.after).toBeLessThan(found[0]!.before);
  });

  it('are told in at most one trial of twenty where nothing fell, and nearly always where half of a type is lost', () => {
    const told = (types: Parameters<typeof outcomes>[0]): number =>
      Array.from({ length: 400 }, (_, seed) => fallsByType(outcomes(types, 20, seed), typeOf)).filter(
        (found) => found.length > 0,
      ).length / 400;
    expect(told({ a: [0.6, 0.6], b: [0.6, 0.6], c: [0.6, 0.6] })).toBeLessThanOrEqual(0.05);
    expect(told({ a: [0.3, 0.9], b: [0.95, 0.45] })).toBeGreaterThan(0.8);
  });

  it('are none where all tasks are of one type, or nothing was measured', () => {
    expect(fallsByType(outcomes({ only: [1, 0] }, 30, 1), typeOf)).toEqual([]);
    expect(fallsByType([], typeOf)).toEqual([]);
  });
});
