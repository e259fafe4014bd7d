import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { Order } from '#learners/machine/evolve';
import { defineCommand, ExitCode } from '../command.ts';
import { leaveOrder } from '../evolve/order-file.ts';
import { readKnobs, ScheduleSettings } from '../evolve/schedule-settings.ts';
import { findNamedTemplate } from '../find-named-template.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { setFlag } from '../set-flag.ts';

/** Names by which people know the weights of PoX. */
const weights: Readonly<Record<string, string>> = { R: 'poxR', S: 'poxS', C: 'poxC', I: 'poxI' };

export const evolveTell = defineCommand({
  name: 'evolve tell',
  args: [{ name: 'RUN', says: 'an id, the beginning of one, or latest', required: true }],
  flags: z.object({
    add: z.string().optional().describe('a template to learn as well; its domain joins where it is new'),
    pox: z.string().optional().describe('weights of regret, safety, cost and information, such as R=2,C=0.5'),
    set: setFlag,
    levels: z.string().optional().describe('levels of a template to practise, such as ARITH_EXPR=2..4'),
  }),
  table: ScheduleSettings,
  examples: [
    'pawl evolve tell latest --add TOOL_DB_LOOKUP',
    'pawl evolve tell latest --pox R=2,C=0.5',
    'pawl evolve tell latest --set synthShare=0.5',
    'pawl evolve tell latest --levels ARITH_EXPR=2..4 --json',
  ],

  async run([asked], flags, shell) {
    const orders = ordersOf(flags);
    if (orders.length === 0)
      throw new Fault('cli/usage', 'there is nothing to tell: give --add, --pox, --set or --levels');
    const run = await withRuns(shell, (store) => findRun(store, asked ?? 'latest', 'evolve'));
    if (run.status === 'done')
      throw new Fault('cli/usage', `run ${run.id} is done; only a run under way can be told something`);
    for (const order of orders) leaveOrder(shell.workspace, run.id, order);
    if (shell.json) shell.print(JSON.stringify({ run: run.id, orders }));
    else shell.print(`${run.id}: ${orders.length} told; it obeys at its next unit of work after phase 2`);
    return ExitCode.ok;
  },
});

interface Asked {
  readonly add?: string | undefined;
  readonly pox?: string | undefined;
  readonly set: readonly string[];
  readonly levels?: string | undefined;
}

function ordersOf({ add, pox, set, levels }: Asked): Order[] {
  const orders: Order[] = [];
  if (add !== undefined) orders.push({ kind: 'add-template', template: findNamedTemplate(add).name });
  const weighed = pairs(pox).map(([name, value]) => `${weights[name] ?? name}=${value}`);
  for (const [knob, value] of Object.entries(readKnobs([...weighed, ...set])))
    orders.push({ kind: 'turn-knob', knob, value });
  for (const [name, value] of pairs(levels)) {
    const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(value) ?? [];
    if (from === undefined || Number(from) > Number(to))
      throw new Fault('cli/usage', `--levels is ${name}=${value}; expected NAME=2..4`);
    orders.push({ kind: 'set-levels', template: findNamedTemplate(name).name, from: Number(from), to: Number(to) });
  }
  return orders;
}

function pairs(text: string | undefined): [string, string][] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const at = part.indexOf('=');
    if (at < 1) throw new Fault('cli/usage', `expected NAME=VALUE, got ${JSON.stringify(part)}`);
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });
}
