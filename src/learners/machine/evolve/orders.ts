import type { Work } from './evolve-change.ts';
import type { EvolveRun } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';

/** Takes what was ordered since the last unit; recorded, so that a replay obeys at the same place. @source spec/pipeline §3.5 */
export async function* takeOrders(run: EvolveRun, state: EvolveState, unit: string): Work {
  const orders = await run.journal.step('orders', { unit }, () => run.orders(state.orders));
  for (const order of orders) {
    run.journal.emit('order-taken', order);
    yield { kind: 'order-taken', order };
  }
}
