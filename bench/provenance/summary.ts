import { isRecord } from '#foundation/kernel';
import type { SuiteResult } from '../suite.ts';

/** Bytes that a committed result may have. */
export const MOST_BYTES = 20_000;

/** Digits that a figure keeps. */
const DIGITS = 4;

/** A result as it is committed: targets, notes, configuration, then tables and plots in their order, each as long as it fits. */
export function summaryOf(result: SuiteResult): SuiteResult {
  let summary: SuiteResult = { ...result, tables: [], plots: [] };
  for (const table of result.tables) {
    const rows = table.rows.map((row) => row.map((cell) => (typeof cell === 'number' ? rounded(cell) : cell)));
    const more = { ...summary, tables: [...summary.tables, { ...table, rows }] };
    if (bytesOf(more) <= MOST_BYTES) summary = more;
  }
  for (const plot of result.plots) {
    const series = plot.series.map(({ name, points }) => ({
      name,
      points: points.map(([x, y]) => [rounded(x), rounded(y)] as const),
    }));
    const more = { ...summary, plots: [...summary.plots, { ...plot, series }] };
    if (bytesOf(more) <= MOST_BYTES) summary = more;
  }
  return summary;
}

/** A result as text, one line per member. */
export function resultText(result: object): string {
  const lines = Object.entries(result).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

export function isSuiteResult(value: unknown): value is SuiteResult {
  return isRecord(value) && ['tables', 'plots', 'targets', 'notes'].every((name) => Array.isArray(value[name]));
}

function bytesOf(result: object): number {
  return Buffer.byteLength(resultText(result));
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
