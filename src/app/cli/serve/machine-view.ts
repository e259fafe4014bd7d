import { MainState, showMain } from '#learners/machine/evolve';
import { skillName } from '#foundation/contracts';
import { findTemplate } from '#tasks/registry';
import { Fault } from '#foundation/kernel';
import type { FragmentView, MachineView } from '#app/server/views';
import type { StoreReader } from '#world/store';
import { z } from 'zod';

const Kept = z.object({ machine: z.string() });
const Accepted = z.object({
  template: z.string().optional(),
  level: z.number().optional(),
  fragment: z.string().optional(),
  says: z.string().optional(),
  class: z.string().optional(),
  certificate: z.string().optional(),
});

/** B_main as a run of evolve kept it last. */
function mainOf(store: StoreReader, run: string): MainState | undefined {
  const kept = [...store.eventsOf(run, { types: ['machine-kept'] })].at(-1);
  const blob = kept === undefined ? undefined : store.getBlob(Kept.parse(kept.data).machine);
  return blob === undefined ? undefined : MainState.parse(JSON.parse(new TextDecoder().decode(blob)));
}

export function requireMain(store: StoreReader, run: string): MainState {
  const main = mainOf(store, run);
  if (main !== undefined) return main;
  throw new Fault('server/not-found', `${run} has kept no machine yet`, {
    hint: 'A run of evolve keeps its machine when it ends; look again then.',
  });
}

/** The machine of a run with what was accepted of each skill. */
export function machineView(store: StoreReader, run: string): MachineView {
  const history = historyOf(store, run);
  const main = mainOf(store, run);
  const fragments = (main === undefined ? [] : showMain(main, findTemplate)).map((skill) => ({
    ...skill,
    history: history.get(skill.id) ?? [],
  }));
  const experts = fragments.reduce((sum, { experts: own }) => sum + own.length, 0);
  const gates = fragments.reduce((sum, { experts: own }) => sum + own.reduce((all, one) => all + one.gates, 0), 0);
  return { fragments, experts, gates };
}

function historyOf(store: StoreReader, run: string): Map<string, FragmentView['history']> {
  const found = new Map<string, FragmentView['history']>();
  for (const { seq, data } of store.eventsOf(run, { types: ['candidate-accepted', 'patch-accepted'] })) {
    const { template, level, fragment, says, class: kind, certificate } = Accepted.parse(data);
    const id = fragment ?? skillName({ template: template ?? '', level: level ?? 0 });
    const what = fragment === undefined ? `learnt: ${kind ?? ''} ${says ?? ''}` : (says ?? 'patch');
    found.set(id, [...(found.get(id) ?? []), { seq, what, certificate: certificate ?? null }]);
  }
  return found;
}
