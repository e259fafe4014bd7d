import { z } from 'zod';
import type { JobKind } from '#contracts';
import type { JobPlace } from '#dispatch';
import { Fault } from '#kernel';
import { auditRun, playShown } from '#loops';
import { Checked, MachineTrace, MachineView } from '#server';
import { openStore, type StoreReader } from '#store';
import { machineView, requireMain } from './machine-view.ts';

const Asked = z.strictObject({ workspace: z.string(), run: z.string() });

/** Stores stay open for as long as the thread lives, which is as long as somebody asks. */
const stores = new Map<string, StoreReader>();

function storeAt(workspace: string): StoreReader {
  const store = stores.get(workspace) ?? openStore(workspace, { readOnly: true });
  stores.set(workspace, store);
  return store;
}

const CheckInputs = Asked.extend({ certificate: z.string() });

/** Checks one certificate again, from the store alone. */
export const checkKind: JobKind<z.infer<typeof CheckInputs>, Checked> = {
  kind: 'serve/check-certificate',
  inputs: CheckInputs,
  result: Checked,
  run({ workspace, run: id, certificate }) {
    const store = storeAt(workspace);
    const run = store.getRun(id);
    const certificates = store.certificatesOf(id).filter(({ hash }) => hash === certificate);
    if (run === undefined || certificates.length === 0) {
      throw new Fault('server/not-found', `there is no certificate ${certificate} in ${id}`);
    }
    const { findings } = auditRun({ run, events: [], certificates, effects: store.effectsOf(id) }, store);
    return { ok: findings[0]?.ok === true, why: findings[0]?.why ?? null };
  },
};

const MachineInputs = Asked.extend({
  /** Events that are known: an answer is good for as long as none is added. */
  length: z.int(),
});

export const machineKind: JobKind<z.infer<typeof MachineInputs>, MachineView> = {
  kind: 'serve/show-machine',
  inputs: MachineInputs,
  result: MachineView,
  run: ({ workspace, run }) => machineView(storeAt(workspace), run),
};

const StepInputs = Asked.extend({ slot: z.string(), task: z.int() });

export const stepKind: JobKind<z.infer<typeof StepInputs>, MachineTrace> = {
  kind: 'serve/step-machine',
  inputs: StepInputs,
  result: MachineTrace,
  run: ({ workspace, run, slot, task }) => playShown(requireMain(storeAt(workspace), run), slot, task),
};

/** What the dashboard has done in a thread of its own, so that its server goes on answering meanwhile. */
export function createPlace(): JobPlace {
  return { kinds: [checkKind, machineKind, stepKind] };
}
