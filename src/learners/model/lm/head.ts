import { rowsAt, transposed } from './matrix.ts';
import type { Trace, Transformer } from './transformer.ts';

/** What the head leaves for the way back, as addresses. */
export interface HeadTrace {
  readonly gathered: number;
  readonly scales: number;
  readonly normal: number;
  /** Exponentials of the logits. */
  readonly odds: number;
  readonly targets: number;
  readonly totals: number;
  /** log P of each target, in order. */
  readonly logProbs: Float64Array;
}

/** Takes the rows that predict targets through the last norm and the head. */
export function runHead(model: Transformer, trace: Trace): HeadTrace {
  const { space, shape, table } = model;
  const { targets } = trace.ragged;
  const count = targets.length;
  const places = {
    gathered: space.take(count * shape.width),
    scales: space.take(count),
    normal: space.take(count * shape.width),
    odds: space.take(count * shape.vocab),
    targets: space.take(count),
    totals: space.take(count),
  };
  const shifted = space.take(count);
  for (const [i, { row, token }] of targets.entries()) {
    space.copy(places.gathered + 4 * i * shape.width, trace.exit + 4 * row * shape.width, shape.width);
    space.words[places.targets / 4 + i] = token;
  }
  const { kernels } = space;
  const { gathered, normal, scales, odds, totals } = places;
  kernels.rmsNorm(count, shape.width, gathered, model.at(table.norm), normal, scales, shape.epsilon);
  trace.products.multiply({
    m: count,
    n: shape.vocab,
    k: shape.width,
    left: rowsAt(normal, shape.width),
    right: transposed(rowsAt(model.at(table.head), shape.width)),
    to: odds,
    toStride: 4 * shape.vocab,
  });
  kernels.tokenOdds(count, shape.vocab, odds, places.targets, shifted, totals);
  const { floats } = space;
  const logProbs = Float64Array.from(
    { length: count },
    (_, i) => floats[shifted / 4 + i]! - Math.log(floats[totals / 4 + i]!),
  );
  return { ...places, logProbs };
}
