import { type Amount, addAmounts, amountOf, nothing, type Price, timesAmount } from './limits.ts';
import type { Ceiling, Role } from './ceiling.ts';
import { createMeasuredUse, type MeasuredUse } from './measured-use.ts';

/** What calls are expected to use, and the room that is kept for later ones in those terms. */
export interface Expectations {
  /** Of one call; its ceiling where nobody guessed. */
  of(ceiling: Ceiling, most: Amount): Amount;
  /** Notes what a call used; it counts from the next `learn` on. */
  note(ceiling: Ceiling, used: Amount): void;
  learn(): void;
  /** Room kept for later, as it is expected now; `keep` returns how to give it back. */
  kept(): Amount;
  keep(count: number, ceiling: Ceiling, most: Amount): () => void;
}

export function createExpectations(prices: Readonly<Partial<Record<Role, Price>>>): Expectations {
  const measured = new Map<string, MeasuredUse>();
  const fresh: (readonly [MeasuredUse, Amount])[] = [];
  const aside = new Set<() => Amount>();
  const useOf = ({ role, kind = role }: Ceiling): MeasuredUse => {
    const known = measured.get(kind) ?? createMeasuredUse();
    measured.set(kind, known);
    return known;
  };
  const expected = (ceiling: Ceiling, most: Amount): Amount =>
    ceiling.usual === undefined
      ? most
      : useOf(ceiling).expected(amountOf(ceiling.usual, ceiling.rollouts, prices[ceiling.role]), most);
  return {
    of: expected,
    note: (ceiling, used) => void fresh.push([useOf(ceiling), used]),
    learn() {
      // Summed in an order that does not depend on which call ended first.
      for (const [use, used] of fresh.toSorted(([, a], [, b]) => compareAmounts(a, b))) use.add(used);
      fresh.length = 0;
    },
    kept: () => [...aside].reduce((sum, amount) => addAmounts(sum, amount()), nothing),
    keep(count, ceiling, most) {
      const amount = (): Amount => timesAmount(count, expected(ceiling, most));
      aside.add(amount);
      return () => void aside.delete(amount);
    },
  };
}

function compareAmounts(a: Amount, b: Amount): number {
  return (
    a.promptTokens - b.promptTokens ||
    a.completionTokens - b.completionTokens ||
    a.dollars - b.dollars ||
    a.calls - b.calls
  );
}
