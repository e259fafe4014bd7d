import { turnKnobs } from '#schedule';
import { addDomain } from '#schedule/domains';
import { addTemplate } from '#schedule/lessons';
import { z } from 'zod';
import type { EvolveRun } from './evolve-run.ts';
import { type EvolveState, practisedLevels } from './evolve-state.ts';
import type { MixedState } from './mixed-state.ts';

/** What a person tells a run while it is under way. */
export const Order = z.discriminatedUnion('kind', [
  /** One more template to learn; its domain joins where it is new. */
  z.strictObject({ kind: z.literal('add-template'), template: z.string().min(1) }),
  /** PoX weights and all else that tunes the schedulers. */
  z.strictObject({ kind: z.literal('turn-knob'), knob: z.string().min(1), value: z.number() }),
  /** The levels of a template that are practised from now on. */
  z.strictObject({
    kind: z.literal('set-levels'),
    template: z.string().min(1),
    from: z.int().min(1),
    to: z.int().min(1),
  }),
]);
export type Order = z.infer<typeof Order>;

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
