import { Attention, sharesSize } from './attention.ts';
import { packedSize, Products, rowsAt, transposed } from './matrix.ts';
import { type ParameterTable, parameterTable } from './parameters.ts';
import { type Ragged, layOut, type Sequence } from './sequence.ts';
import { attentionWidth, headWidth, type ModelShape } from './shape.ts';
import { Workspace } from './workspace.ts';

/** What one layer leaves for the way back, as addresses. */
export interface LayerTrace {
  /** The residual stream as the layer found it, and between its halves. */
  readonly entry: number;
  readonly middle: number;
  readonly entryScales: number;
  readonly middleScales: number;
  readonly entryNormal: number;
  readonly middleNormal: number;
  readonly queriesKeysValues: number;
  readonly shares: number;
  readonly attended: number;
  readonly gates: number;
  readonly gated: number;
}

/** Everything that a forward pass leaves: addresses, valid until the workspace is released. */
export interface Trace {
  readonly ragged: Ragged;
  readonly positions: number;
  readonly tokens: number;
  readonly layers: readonly LayerTrace[];
  readonly exit: number;
  readonly products: Products;
  readonly attention: Attention;
}

/** The weights of one model in a workspace, with the rotary table. */
export class Transformer {
  readonly shape: ModelShape;
  readonly table: ParameterTable;
  readonly space = new Workspace();
  /** Address of the first weight. */
  readonly weights: number;
  readonly rotary: number;

  constructor(shape: ModelShape) {
    this.shape = shape;
    this.table = parameterTable(shape);
    this.weights = this.space.keep(this.table.size);
    const angles = rotaryTable(shape);
    this.rotary = this.space.keep(angles.length);
    this.space.floats.set(angles, this.rotary / 4);
  }

  /** The weights as floats; a view that dies when the memory grows. */
  get view(): Float32Array {
    return this.space.floats.subarray(this.weights / 4, this.weights / 4 + this.table.size);
  }

  /** Address of the weight at an offset of the parameter table. */
  at(offset: number): number {
    return this.weights + 4 * offset;
  }

  /**
   * Runs sequences up to the residual stream that leaves the last layer. With `isTraced` each layer keeps what the way back needs;
   * else all layers share one place.
   */
  forward(sequences: readonly Sequence[], isTraced: boolean): Trace {
    const { space, shape } = this;
    const ragged = layOut(sequences);
    const { rows, spans } = ragged;
    const positions = space.take(rows);
    const tokens = space.take(rows);
    for (const [s, { first, length }] of spans.entries()) {
      for (let i = 0; i < length; i += 1) {
        space.words[positions / 4 + first + i] = i;
        space.words[tokens / 4 + first + i] = sequences[s]!.tokens[i]!;
      }
    }
    const products = new Products(space, this.largestFactor(rows));
    const longest = Math.max(...spans.map((span) => span.length));
    const attention = new Attention(space, products, shape, longest);
    const shared = isTraced ? undefined : this.layerTrace(ragged);
    let entry = space.take(rows * shape.width);
    space.kernels.embed(rows, shape.width, tokens, this.at(this.table.embedding), entry);
    const run = { ragged, positions, products, attention };
    const layers: LayerTrace[] = [];
    for (let l = 0; l < shape.layers; l += 1) {
      const trace = { ...(shared ?? this.layerTrace(ragged)), entry };
      const exit = isTraced ? space.take(rows * shape.width) : entry;
      this.layer(l, trace, exit, run);
      layers.push(trace);
      entry = exit;
    }
    return { ...run, tokens, layers, exit: entry };
  }

  /** Floats of the largest right factor in a forward or backward pass over so many rows. */
  private largestFactor(rows: number): number {
    const { width, hidden, vocab } = this.shape;
    const widest = Math.max(attentionWidth(this.shape), 2 * hidden, vocab);
    return Math.max(packedSize(width, widest), packedSize(widest, width), packedSize(rows, Math.max(width, hidden)));
  }

  private layerTrace({ rows, spans }: Ragged): LayerTrace {
    const { space, shape } = this;
    const wide = (width: number): number => space.take(rows * width);
    return {
      entry: 0,
      middle: wide(shape.width),
      entryScales: wide(1),
      middleScales: wide(1),
      entryNormal: wide(shape.width),
      middleNormal: wide(shape.width),
      queriesKeysValues: wide(attentionWidth(shape)),
      shares: space.take(spans.reduce((sum, { length }) => sum + sharesSize(shape, length), 0)),
      attended: wide(shape.width),
      gates: wide(2 * shape.hidden),
      gated: wide(shape.hidden),
    };
  }

  private layer(
    l: number,
    trace: LayerTrace,
    exit: number,
    run: Pick<Trace, 'ragged' | 'positions' | 'products' | 'attention'>,
  ): void {
    const { space, shape } = this;
    const { kernels } = space;
    const { rows } = run.ragged;
    const { width, hidden, epsilon } = shape;
    const offsets = this.table.layers[l]!;
    const all = attentionWidth(shape);
    const dense = ([k, n]: readonly [number, number], weights: number, from: number, to: number): void =>
      run.products.multiply({
        m: rows,
        n,
        k,
        left: rowsAt(from, k),
        right: transposed(rowsAt(this.at(weights), k)),
        to,
        toStride: 4 * n,
        isAdded: to === trace.middle || to === exit,
      });
    kernels.rmsNorm(
      rows,
      width,
      trace.entry,
      this.at(offsets.attentionNorm),
      trace.entryNormal,
      trace.entryScales,
      epsilon,
    );
    dense([width, all], offsets.queriesKeysValues, trace.entryNormal, trace.queriesKeysValues);
    this.rotate(rows, trace.queriesKeysValues, run.positions, 1);
    forSpans(shape, run.ragged, trace, (places) => run.attention.forward(places));
    space.copy(trace.middle, trace.entry, rows * width);
    dense([width, width], offsets.attentionOut, trace.attended, trace.middle);
    kernels.rmsNorm(
      rows,
      width,
      trace.middle,
      this.at(offsets.feedNorm),
      trace.middleNormal,
      trace.middleScales,
      epsilon,
    );
    dense([width, 2 * hidden], offsets.gateUp, trace.middleNormal, trace.gates);
    kernels.swiglu(rows, hidden, trace.gates, trace.gated);
    space.copy(exit, trace.middle, rows * width);
    dense([hidden, width], offsets.down, trace.gated, exit);
  }

  /** Turns queries and keys by their positions, or back. */
  rotate(rows: number, queriesKeysValues: number, positions: number, sign: 1 | -1): void {
    const { heads, keyHeads } = this.shape;
    const stride = 4 * attentionWidth(this.shape);
    const turned = heads + keyHeads;
    this.space.kernels.rotary(
      rows,
      turned,
      headWidth(this.shape),
      queriesKeysValues,
      stride,
      positions,
      this.rotary,
      sign,
    );
  }
}

/** Visits the attention of each sequence. */
export function forSpans(
  shape: ModelShape,
  ragged: Ragged,
  trace: LayerTrace,
  visit: (places: { length: number; queriesKeysValues: number; shares: number; out: number }, first: number) => void,
): void {
  let { shares } = trace;
  for (const { first, length } of ragged.spans) {
    const queriesKeysValues = trace.queriesKeysValues + 4 * first * attentionWidth(shape);
    visit({ length, queriesKeysValues, shares, out: trace.attended + 4 * first * shape.width }, first);
    shares += 4 * sharesSize(shape, length);
  }
}

/** Per position, the cosines and then the sines of position · base^(−2i / h), i below half the width h of a head. */
function rotaryTable(shape: ModelShape): Float32Array {
  const width = headWidth(shape);
  const half = width / 2;
  const table = new Float32Array(shape.context * width);
  for (let position = 0; position < shape.context; position += 1) {
    for (let i = 0; i < half; i += 1) {
      const angle = position * shape.rotaryBase ** (-i / half);
      table[position * width + i] = Math.cos(angle);
      table[position * width + half + i] = Math.sin(angle);
    }
  }
  return table;
}
