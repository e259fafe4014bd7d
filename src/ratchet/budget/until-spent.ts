import type { Json } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

/** Whether an error says that the budget is spent: then a run ends well, with what it has learnt. */
export function isBudgetSpent(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'loops/budget-spent';
}

/** Works until it is done or the budget is spent; tells, and returns, what was in the way. */
export async function untilSpent(
  journal: Pick<Journal, 'emit'>,
  at: { readonly [where: string]: Json },
  work: () => Promise<void>,
): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!isBudgetSpent(error)) throw error;
    journal.emit('budget-spent', { ...at, why: error.message });
    return error.message;
  }
}
