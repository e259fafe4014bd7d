import type { Rng } from '#foundation/kernel';
import { type Classify, type Labelled, rankColumns } from './tree.ts';

const MOST_COLUMNS = 512;
const EPOCHS = 6;

/**
 * Softmax regression on the most telling columns, standardised, by stochastic gradient descent with a falling step.
 *
 *     P(c | x) ∝ exp(b_c + w_c · x / √n),   w ← w + η (1[c = y] − P(c | x)) x / √n
 */
export function fitLinear(data: Labelled, rng: Rng): Classify {
  const { table, classes, count } = data;
  const columns = rankColumns(data).slice(0, MOST_COLUMNS);
  const scales = columns.map((column) => scaleOf(table.rows, column));
  const width = columns.length + 1;
  const describe = (row: Float32Array): Float32Array => {
    const out = new Float32Array(width);
    for (const [i, column] of columns.entries()) out[i] = (row[column]! - scales[i]!.mean) * scales[i]!.factor;
    out[width - 1] = 1;
    return out;
  };
  const inputs = table.rows.map(describe);
  const weights = new Float32Array(width * count);
  const odds = new Float64Array(count);
  const order = inputs.map((_, i) => i);
  let seen = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const row of rng.shuffle(order)) {
      const input = inputs[row]!;
      softmax(weights, input, odds);
      const step = 1 / (1 + seen / inputs.length);
      seen += 1;
      for (let c = 0; c < count; c += 1) {
        const change = step * ((classes[row] === c ? 1 : 0) - odds[c]!);
        if (Math.abs(change) < 1e-4) continue;
        for (let i = 0; i < width; i += 1) weights[c * width + i]! += change * input[i]!;
      }
    }
  }
  return (row) => {
    softmax(weights, describe(row), odds);
    return odds.indexOf(Math.max(...odds));
  };
  function scaleOf(rows: readonly Float32Array[], column: number): { mean: number; factor: number } {
    let sum = 0;
    let square = 0;
    for (const row of rows) {
      sum += row[column]!;
      square += row[column]! ** 2;
    }
    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(1e-9, square / rows.length - mean * mean));
    return { mean, factor: 1 / (deviation * Math.sqrt(columns.length)) };
  }
}

function softmax(weights: Float32Array, input: Float32Array, odds: Float64Array): void {
  const width = input.length;
  let top = -Infinity;
  for (let c = 0; c < odds.length; c += 1) {
    let sum = 0;
    for (let i = 0; i < width; i += 1) sum += weights[c * width + i]! * input[i]!;
    odds[c] = sum;
    top = Math.max(top, sum);
  }
  let total = 0;
  for (let c = 0; c < odds.length; c += 1) total += odds[c] = Math.exp(odds[c]! - top);
  for (let c = 0; c < odds.length; c += 1) odds[c]! /= total;
}
