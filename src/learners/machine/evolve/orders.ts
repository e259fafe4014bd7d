import { turnKnobs } from '#schedule';
import { addDomain } from '#schedule/domains';
import { addTemplate } from '#schedule/lessons';
import type { EvolveRun } from './evolve-run.ts';
import { type EvolveState, practisedLevels } from './evolve-state.ts';
import type { MixedState } from './mixed-state.ts';
import type { Order } from './order.ts';

/** Takes what was ordered since the last unit; recorded, so that a replay obeys at the same place. @source seed 000 §3.5 */
export async function takeOrders(run: EvolveRun, first: MixedState, unit: string): Promise<MixedState> {
  const orders = await run.journal.step('orders', { unit }, () => run.orders(first.orders));
  let mixed = { ...first, orders: first.orders + orders.length };
  for (const order of orders) {
    run.journal.emit('order-taken', order);
    mixed = obey(run, mixed, order);
  }
  return mixed;
}

function obey(run: EvolveRun, mixed: MixedState, order: Order): MixedState {
  switch (order.kind) {
    case 'turn-knob':
      return { ...mixed, knobs: turnKnobs({ ...mixed.knobs, [order.knob]: order.value }) };
    case 'set-levels':
      return withState(mixed, {
        ranges: new Map([...mixed.state.ranges, [order.template, { from: order.from, to: order.to }]]),
      });
    case 'add-template': {
      const template = run.find(order.template);
      const { name, domain } = template;
      const { board, library } = mixed.state;
      if (library.entries.some((entry) => entry.template === name)) return mixed;
      const hasDomain = board.domains.some((each) => each.domain === domain);
      return withState(mixed, {
        board: hasDomain ? board : addDomain(board, domain),
        library: addTemplate(library, { template: name, domain, levels: practisedLevels(run.profile, template) }),
      });
    }
  }
}

function withState(mixed: MixedState, change: Partial<EvolveState>): MixedState {
  return { ...mixed, state: { ...mixed.state, ...change } };
}
