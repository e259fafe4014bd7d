/** What reports of any kind are made of: safe text, axes, plots, tables. */
export { escapeHtml } from './escape-html.ts';
export type { Plot } from './plot.ts';
export { plainCell } from './plain-cell.ts';
export { svgPlot } from './svg-plot.ts';
export { figure, type Table, tableLines } from './table.ts';
