/** A run as a page, as text, as spans, for TensorBoard. */
export { htmlReport } from './html-report.ts';
export { otlpSpans } from './otlp-spans.ts';
export { tensorBoardFile } from './tensor-board.ts';
export { csvReport, markdownReport } from './text-reports.ts';
