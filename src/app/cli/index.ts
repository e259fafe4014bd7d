/** The command line, for what a checkout adds to it: benchmarks are commands too. */
export type { CheckoutParts } from './checkout.ts';
export { type Command, defineCommand, ExitCode, type Shell } from './command.ts';
export type { LazyCommand } from './lazy-command.ts';
export { findProgram } from './doctor/programs.ts';
export { exitOnSignal } from './exit-on-signal.ts';
export {
  openDispatcher,
  openQueue,
  type QueueFlags,
  queueFlags,
  requireQueue,
  withQueue,
} from './jobs/open-dispatcher.ts';
export { probeKind } from './jobs/probe-kind.ts';
export { nearestName } from './nearest.ts';
export { workspaceFlag } from './runs/open-runs.ts';
export { watched } from './serve/watched.ts';
export { INTERRUPTED, takingInterrupts } from './skill/interrupts.ts';
