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

/** Where somebody outside may end a run, such as a limit in time or a person. */
export interface Stoppable {
  readonly journal: Pick<Journal, 'step'>;
  /** `true` ends the run as a spent budget does; nobody asks for an end unless told. */
  readonly shouldStop?: (() => boolean) | undefined;
}

export const ASKED_TO_STOP = 'asked to stop';

/** Asks before a unit of work whether the run ends here. The answer is recorded, so that a replay ends where the run ended. */
export async function requireNoStop({ journal, shouldStop }: Stoppable, before: string): Promise<void> {
  const isStopped = await journal.step('stop-asked', { before }, () => shouldStop?.() ?? false);
  if (isStopped) throw new Fault('loops/budget-spent', `${ASKED_TO_STOP} before ${before}`);
}
