/** The dashboard's server: HTTP API, live events, pages, reports. */
export { createStatusWriter } from './live/live-status.ts';
export { addressOf, readLink, reserveLink } from './link.ts';
export { serveMcp } from './mcp.ts';
export { htmlReport } from './report/html-report.ts';
export { otlpSpans } from './report/otlp-spans.ts';
export { tensorBoardFile } from './report/tensor-board.ts';
export { csvReport, markdownReport } from './report/text-reports.ts';
export { RunViews } from './views/run-view.ts';
export { Checked, type ServerPorts } from './ports.ts';
export { serve, type Serving } from './serve.ts';
export { BenchResult, type BenchList } from './views/bench-view.ts';
export { type FragmentView, MachineTrace, MachineView } from './views/machine-view.ts';
