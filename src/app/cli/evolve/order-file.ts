import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Order } from '#learners/machine/evolve';
import { makeWorkspace } from '#world/store/workspace';

/** Where what a person tells a run waits: one order a line. */
function orderFile(workspace: string, run: string): string {
  return join(workspace, 'orders', `${run}.jsonl`);
}

/** Leaves an order for a run that is under way, or that will be taken up again. */
export function leaveOrder(workspace: string, run: string, order: Order): void {
  makeWorkspace(workspace);
  const file = orderFile(workspace, run);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(order)}\n`);
}

/**
 * The orders left since they were last asked for. What was taken is recorded by the run, under the lines that it took: a resumed run
 * is given only what its record does not hold.
 */
export function takenOrders(workspace: string, run: string): (taken: number) => Order[] {
  return (taken) => {
    const file = orderFile(workspace, run);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.slice(taken).map((line) => Order.parse(JSON.parse(line)));
  };
}
