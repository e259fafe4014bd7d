import { z } from 'zod';
import type { JobKind } from '#foundation/contracts/ports';
import type { JobPlace } from '#world/dispatch';
import { Checked } from '#app/server';
import { MachineTrace, MachineView } from '#app/server/views';

// What a job needs is loaded where it runs: the server itself starts without learners and checkers.
const Asked = z.strictObject({ place: z.string(), run: z.string() });
const CheckInputs = Asked.extend({ certificate: z.string() });

/** Checks one certificate again, from the store alone. */
export const checkKind: JobKind<z.infer<typeof CheckInputs>, Checked> = {
  kind: 'serve/check-certificate',
  inputs: CheckInputs,
  result: Checked,
  run: async ({ place, run, certificate }) => (await import('./server-work.ts')).checkAgain(place, run, certificate),
};

const MachineInputs = Asked.extend({
  /** Events that are known: an answer is good for as long as none is added. */
  length: z.int(),
});

export const machineKind: JobKind<z.infer<typeof MachineInputs>, MachineView> = {
  kind: 'serve/show-machine',
  inputs: MachineInputs,
  result: MachineView,
  run: async ({ place, run }) => (await import('./server-work.ts')).showMachine(place, run),
};

const StepInputs = Asked.extend({ slot: z.string(), task: z.int() });

export const stepKind: JobKind<z.infer<typeof StepInputs>, MachineTrace> = {
  kind: 'serve/step-machine',
  inputs: StepInputs,
  result: MachineTrace,
  run: async ({ place, run, ...asked }) => (await import('./server-work.ts')).stepMachine(place, run, asked),
};

/** What the dashboard has done in a thread of its own, so that its server goes on answering meanwhile. */
export function createPlace(): JobPlace {
  return { kinds: [checkKind, machineKind, stepKind] };
}
