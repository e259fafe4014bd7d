import type { HeadTrace } from './head.ts';
import { rowsAt, transposed } from './matrix.ts';
import { forSpans, type LayerTrace, type Trace, type Transformer } from './transformer.ts';
import { attentionWidth } from './shape.ts';

/** Scratch of the way back, as addresses. */
interface Scratch {
  /** Gradient of the residual stream. */
  readonly stream: number;
  readonly normal: number;
  readonly attended: number;
  readonly gated: number;
  readonly queriesKeysValues: number;
}

/**
 * Adds to `gradient` (address of as many floats as there are weights) the gradient of a loss, from its derivatives by each target's log P, in the
 * order of the targets. The trace is used up.
 */
export function runBackward(
  model: Transformer,
  trace: Trace,
  head: HeadTrace,
  { weights, gradient }: { readonly weights: Float32Array; readonly gradient: number },
): void {
  const { space, shape } = model;
  const { rows } = trace.ragged;
  const mark = space.mark();
  const scratch: Scratch = {
    stream: space.take(rows * shape.width),
    normal: space.take(rows * shape.width),
    attended: space.take(rows * shape.width),
    gated: space.take(rows * shape.hidden),
    queriesKeysValues: space.take(rows * attentionWidth(shape)),
  };
  const back = new Backward(model, trace, scratch, gradient);
  back.head(head, weights);
  for (let l = shape.layers - 1; l >= 0; l -= 1) back.layer(l, trace.layers[l]!);
  const embedding = gradient + 4 * model.table.embedding;
  space.kernels.embedBackward(rows, shape.width, trace.tokens, embedding, scratch.stream);
  space.release(mark);
}

class Backward {
  private readonly model: Transformer;
  private readonly trace: Trace;
  private readonly scratch: Scratch;
  private readonly gradient: number;

  constructor(model: Transformer, trace: Trace, scratch: Scratch, gradient: number) {
    this.model = model;
    this.trace = trace;
    this.scratch = scratch;
    this.gradient = gradient;
  }

  /** From y = x Wᵀ: dx = dy W, and dW += dyᵀ x. W has `out` rows of `width`. */
  private dense(
    rows: number,
    { width, out, offset }: { readonly width: number; readonly out: number; readonly offset: number },
    from: { readonly x: number; readonly dy: number },
    dx: number,
  ): void {
    const { products } = this.trace;
    const right = rowsAt(this.model.at(offset), width);
    products.multiply({ m: rows, n: width, k: out, left: rowsAt(from.dy, out), right, to: dx, toStride: 4 * width });
    products.multiply({
      m: out,
      n: width,
      k: rows,
      left: transposed(rowsAt(from.dy, out)),
      right: rowsAt(from.x, width),
      to: this.gradient + 4 * offset,
      toStride: 4 * width,
      isAdded: true,
    });
  }

  head(head: HeadTrace, weights: Float32Array): void {
    const { space, shape, table } = this.model;
    const { targets, rows } = this.trace.ragged;
    const count = targets.length;
    const weightsAt = space.take(count);
    space.floats.set(weights, weightsAt / 4);
    const normal = space.take(count * shape.width);
    const gathered = space.take(count * shape.width);
    space.kernels.tokenOddsBackward(count, shape.vocab, head.odds, head.targets, weightsAt, head.totals);
    const matrix = { width: shape.width, out: shape.vocab, offset: table.head };
    this.dense(count, matrix, { x: head.normal, dy: head.odds }, normal);
    space.clear(gathered, count * shape.width);
    const gain = this.model.at(table.norm);
    const dGain = this.gradient + 4 * table.norm;
    space.kernels.rmsNormBackward(count, shape.width, head.gathered, gain, head.scales, normal, gathered, dGain);
    space.clear(this.scratch.stream, rows * shape.width);
    for (const [i, { row }] of targets.entries()) {
      space.copy(this.scratch.stream + 4 * row * shape.width, gathered + 4 * i * shape.width, shape.width);
    }
  }

  layer(l: number, trace: LayerTrace): void {
    const { model, scratch } = this;
    const { kernels } = model.space;
    const { width, hidden } = model.shape;
    const { rows } = this.trace.ragged;
    const offsets = model.table.layers[l]!;
    const { stream, normal } = scratch;
    this.dense(
      rows,
      { width: hidden, out: width, offset: offsets.down },
      { x: trace.gated, dy: stream },
      scratch.gated,
    );
    kernels.swigluBackward(rows, hidden, trace.gates, scratch.gated);
    const gateUp = { width, out: 2 * hidden, offset: offsets.gateUp };
    this.dense(rows, gateUp, { x: trace.middleNormal, dy: trace.gates }, normal);
    this.norm(offsets.feedNorm, trace.middle, trace.middleScales);
    const attentionOut = { width, out: width, offset: offsets.attentionOut };
    this.dense(rows, attentionOut, { x: trace.attended, dy: stream }, scratch.attended);
    this.attention(trace);
    const all = { width, out: attentionWidth(model.shape), offset: offsets.queriesKeysValues };
    this.dense(rows, all, { x: trace.entryNormal, dy: scratch.queriesKeysValues }, normal);
    this.norm(offsets.attentionNorm, trace.entry, trace.entryScales);
  }

  /** Adds the way through a norm to the stream's gradient. */
  private norm(offset: number, x: number, scales: number): void {
    const { model, scratch } = this;
    const dGain = this.gradient + 4 * offset;
    const { rows } = this.trace.ragged;
    const gain = model.at(offset);
    model.space.kernels.rmsNormBackward(
      rows,
      model.shape.width,
      x,
      gain,
      scales,
      scratch.normal,
      scratch.stream,
      dGain,
    );
  }

  private attention(layer: LayerTrace): void {
    const { model, scratch, trace } = this;
    const { width } = model.shape;
    const wide = attentionWidth(model.shape);
    forSpans(model.shape, trace.ragged, layer, (places, first) => {
      const out = scratch.attended + 4 * first * width;
      trace.attention.backward(places, out, scratch.queriesKeysValues + 4 * first * wide);
    });
    model.rotate(trace.ragged.rows, scratch.queriesKeysValues, trace.positions, -1);
  }
}
