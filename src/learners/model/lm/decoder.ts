import { type Packed, packedSize, packInto, Products, rowsAt, transposed } from './matrix.ts';
import { attentionWidth, headWidth } from './shape.ts';
import type { Transformer } from './transformer.ts';

/** One sequence that is being read or written: its place in the cache, and the token that goes in next at a position. */
export interface DecodeRow {
  readonly slot: number;
  readonly position: number;
  readonly token: number;
}

/** The packed weights of a layer. */
interface PackedLayer {
  readonly queriesKeysValues: Packed;
  readonly attentionOut: Packed;
  readonly gateUp: Packed;
  readonly down: Packed;
}

/**
 * Runs sequences token by token with a cache of keys and values. Weights are packed once. A row's result does not depend on which other
 * rows run beside it. Valid until the workspace is released.
 */
export class Decoder {
  private readonly model: Transformer;
  private readonly products: Products;
  private readonly layers: readonly PackedLayer[];
  private readonly head: Packed;
  private readonly length: number;
  /** Keys and values of slot s, layer l, position t at cache + ((s · layers + l) · length + t) · 2 · keyWidth floats. */
  private readonly cache: number;
  private readonly keyWidth: number;
  private readonly places: Readonly<
    Record<
      | 'positions'
      | 'tokens'
      | 'stream'
      | 'normal'
      | 'scales'
      | 'wide'
      | 'attended'
      | 'gates'
      | 'gated'
      | 'scores'
      | 'logits',
      number
    >
  >;

  constructor(model: Transformer, slots: number, length: number) {
    this.model = model;
    const { shape, table, space } = model;
    this.length = length;
    this.keyWidth = shape.keyHeads * headWidth(shape);
    this.products = new Products(space, 8);
    const pack = (offset: number, k: number, n: number): Packed =>
      packInto(space, transposed(rowsAt(model.at(offset), k)), { k, n }, space.take(packedSize(k, n)));
    this.layers = table.layers.map((layer) => ({
      queriesKeysValues: pack(layer.queriesKeysValues, shape.width, attentionWidth(shape)),
      attentionOut: pack(layer.attentionOut, shape.width, shape.width),
      gateUp: pack(layer.gateUp, shape.width, 2 * shape.hidden),
      down: pack(layer.down, shape.hidden, shape.width),
    }));
    this.head = pack(table.head, shape.width, shape.vocab);
    this.cache = space.take(slots * shape.layers * length * 2 * this.keyWidth);
    this.places = {
      positions: space.take(slots),
      tokens: space.take(slots),
      stream: space.take(slots * shape.width),
      normal: space.take(slots * shape.width),
      scales: space.take(slots),
      wide: space.take(slots * attentionWidth(shape)),
      attended: space.take(slots * shape.width),
      gates: space.take(slots * 2 * shape.hidden),
      gated: space.take(slots * shape.hidden),
      scores: space.take(length),
      logits: space.take(slots * shape.vocab),
    };
  }

  /** Takes one token of each row in; afterwards `logits` can be asked for these rows. */
  feed(rows: readonly DecodeRow[]): void {
    const { model, places } = this;
    const { space, shape, table } = model;
    for (const [r, { position, token }] of rows.entries()) {
      space.words[places.positions / 4 + r] = position;
      space.words[places.tokens / 4 + r] = token;
    }
    space.kernels.embed(rows.length, shape.width, places.tokens, model.at(table.embedding), places.stream);
    for (let l = 0; l < shape.layers; l += 1) this.layer(l, rows);
  }

  private dense(
    rows: number,
    from: number,
    to: number,
    size: { k: number; n: number; right: Packed; isAdded?: boolean },
  ): void {
    this.products.multiplyPacked({ m: rows, left: rowsAt(from, size.k), to, toStride: 4 * size.n, ...size });
  }

  private norm(rows: number, gain: number): void {
    const { model, places } = this;
    const { width, epsilon } = model.shape;
    model.space.kernels.rmsNorm(rows, width, places.stream, model.at(gain), places.normal, places.scales, epsilon);
  }

  private layer(l: number, rows: readonly DecodeRow[]): void {
    const { model, places } = this;
    const { space, shape, table } = model;
    const { width, hidden } = shape;
    const n = rows.length;
    const offsets = table.layers[l]!;
    const packed = this.layers[l]!;
    this.norm(n, offsets.attentionNorm);
    this.dense(n, places.normal, places.wide, { k: width, n: attentionWidth(shape), right: packed.queriesKeysValues });
    model.rotate(n, places.wide, places.positions, 1);
    for (const [r, row] of rows.entries()) this.attend(l, r, row);
    this.dense(n, places.attended, places.stream, { k: width, n: width, right: packed.attentionOut, isAdded: true });
    this.norm(n, offsets.feedNorm);
    this.dense(n, places.normal, places.gates, { k: width, n: 2 * hidden, right: packed.gateUp });
    space.kernels.swiglu(n, hidden, places.gates, places.gated);
    this.dense(n, places.gated, places.stream, { k: hidden, n: width, right: packed.down, isAdded: true });
  }

  private attend(l: number, r: number, { slot, position }: DecodeRow): void {
    const { model, places, keyWidth } = this;
    const { space, shape } = model;
    const headBytes = 4 * headWidth(shape);
    const stride = 8 * keyWidth;
    const base = this.cache + (slot * shape.layers + l) * this.length * stride;
    const wide = places.wide + 4 * r * attentionWidth(shape);
    space.copy(base + position * stride, wide + 4 * shape.width, 2 * keyWidth);
    const scale = 1 / Math.sqrt(headWidth(shape));
    for (let head = 0; head < shape.heads; head += 1) {
      const keys = base + Math.floor((head * shape.keyHeads) / shape.heads) * headBytes;
      const query = wide + head * headBytes;
      const to = places.attended + 4 * r * shape.width + head * headBytes;
      space.kernels.cachedAttention(
        position + 1,
        headWidth(shape),
        query,
        keys,
        keys + 4 * keyWidth,
        stride,
        to,
        places.scores,
        scale,
      );
    }
  }

  /** The logits of the next token for rows of the last `feed`, by their place in it; views that the next call overwrites. */
  logits(rows: readonly number[]): Float32Array[] {
    const { model, places } = this;
    const { space, shape, table } = model;
    for (const [i, r] of rows.entries()) {
      if (i !== r) space.copy(places.stream + 4 * i * shape.width, places.stream + 4 * r * shape.width, shape.width);
    }
    this.norm(rows.length, table.norm);
    this.dense(rows.length, places.normal, places.logits, { k: shape.width, n: shape.vocab, right: this.head });
    return rows.map((_, i) =>
      space.floats.subarray(places.logits / 4 + i * shape.vocab, places.logits / 4 + (i + 1) * shape.vocab),
    );
  }

  /** Gives slot `to` the first positions of what slot `from` has read, so that a prompt is read once for many answers. */
  copySlot(to: number, from: number, positions: number): void {
    const { layers } = this.model.shape;
    const position = 2 * this.keyWidth;
    for (let l = 0; l < layers; l += 1) {
      const at = (slot: number): number => this.cache + 4 * (slot * layers + l) * this.length * position;
      this.model.space.copy(at(to), at(from), positions * position);
    }
  }
}
