/** The dashboard's server: HTTP API, live events, pages, reports. */
export { createStatusWriter } from './live/live-status.ts';
export { addressOf, readLink } from './link.ts';
export type { AskedTask, Checked, ServerPorts } from './ports.ts';
export { serve, type ServeOptions, type Serving } from './serve.ts';
export { BenchResult, type BenchList } from './views/bench-view.ts';
export type { ExpertView, FragmentView, MachineTrace, MachineView } from './views/machine-view.ts';
