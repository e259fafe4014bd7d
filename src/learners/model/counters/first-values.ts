import { counterAt, half, reciprocals } from '#foundation/statistics/adaptive-counter';
import { historyPriors, historyTransitions } from './bit-history.ts';
import { type PredictorLayout, refineCells } from './predictor-layout.ts';
import { logisticEntries, squashTable, stretchTable } from './logistic.ts';
import type { PredictorSettings } from './predictor-settings.ts';
import { inputsOf, type PredictorShape, rowsOf } from './shape.ts';

/** Writes the constant tables, and weights and maps that know nothing: an even mix of experts taken at their word. */
export function writeFirstValues(
  buffer: ArrayBuffer,
  { layout, shape, settings }: { layout: PredictorLayout; shape: PredictorShape; settings: PredictorSettings },
): void {
  const floats = (at: number, length: number): Float32Array => new Float32Array(buffer, at, length);
  const counters = (at: number, length: number): Uint32Array => new Uint32Array(buffer, at, length);
  writeConstants(buffer, layout, shape);
  for (const [s, set] of shape.sets.entries()) {
    floats(layout.sets[s]!, inputsOf(shape) * rowsOf(set, shape)).fill(settings.weightFirst);
  }
  floats(layout.finalSet, 256 * 16).fill(1 / shape.sets.length);
  const contexts = shape.contexts.length;
  const priors = Uint32Array.from(historyPriors(), (p) => counterAt(p, 4));
  for (let i = 0; i < contexts; i += 1) counters(layout.histories + 1024 * i, 256).set(priors);
  fillRows(counters(layout.matchCounters, shape.matches.length * shape.matchKeys), shape.matchKeys, (length) =>
    counterAt(1 - 1 / (3 + length), 4),
  );
  counters(layout.orderZero, 256).fill(half);
  fillRows(
    counters(layout.refinements, (shape.refinements.length * refineCells) << shape.refineBits),
    refineCells,
    (c) => counterAt(logistic(c / 2 - 8), 6),
  );
}

function writeConstants(buffer: ArrayBuffer, layout: PredictorLayout, shape: PredictorShape): void {
  new Float32Array(buffer, layout.stretch, logisticEntries).set(stretchTable());
  new Float32Array(buffer, layout.squash, logisticEntries).set(squashTable());
  new Int32Array(buffer, layout.reciprocal, 1024).set(reciprocals);
  new Uint8Array(buffer, layout.nextHistory, 512).set(historyTransitions());
  new Int32Array(buffer, layout.knownSteps, shape.contexts.length).set(shape.knownSteps);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Fills an array of rows of equal length, each cell by its place in the row. */
function fillRows(cells: Uint32Array, length: number, value: (place: number) => number): void {
  const row = Uint32Array.from({ length }, (_, place) => value(place));
  for (let at = 0; at < cells.length; at += length) cells.set(row, at);
}
