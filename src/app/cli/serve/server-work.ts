import { Fault } from '#foundation/kernel';
import { ShownMachine } from '#learners/machine/evolve';
import { findTemplate } from '#tasks/registry';
import type { Checked } from '#app/server';
import type { MachineTrace, MachineView } from '#app/server/views';
import { openStore, type StoreReader } from '#world/store';
import { auditStoredCertificate } from '../runs/audit-stored.ts';
import { machineView, requireMain } from './machine-view.ts';

/** Stores stay open for as long as the thread lives, which is as long as somebody asks. */
const stores = new Map<string, StoreReader>();

function storeAt(place: string): StoreReader {
  const store = stores.get(place) ?? openStore(place, { readOnly: true });
  stores.set(place, store);
  return store;
}

/** The machine that was stepped last: to make one takes longer than to step it. */
let built: { readonly key: string; readonly machine: ShownMachine } | undefined;

export function checkAgain(place: string, id: string, certificate: string): Checked {
  const store = storeAt(place);
  const found = store.getRun(id) === undefined ? undefined : auditStoredCertificate(store, id, certificate);
  if (found === undefined) throw new Fault('server/not-found', `there is no certificate ${certificate} in ${id}`);
  return { ok: found.ok, why: found.why ?? null };
}

export function showMachine(place: string, run: string): MachineView {
  return machineView(storeAt(place), run);
}

export function stepMachine(
  place: string,
  run: string,
  { slot, task }: { readonly slot: string; readonly task: number },
): MachineTrace {
  const store = storeAt(place);
  const key = `${place} ${run} ${store.lengthOf(run)}`;
  if (built?.key !== key) built = { key, machine: new ShownMachine(requireMain(store, run), findTemplate) };
  return built.machine.play(slot, task);
}
