/** What reports of any kind are made of: safe text, plots as data, tables. */
export { escapeHtml } from './escape-html.ts';
export type { Plot } from './plot.ts';
export { plainCell } from './plain-cell.ts';
export { figure, type Table, tableLines } from './table.ts';
