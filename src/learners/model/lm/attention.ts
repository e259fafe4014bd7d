import { packedSize, packInto, type Packed, Products, rowsAt, transposed, type Matrix } from './matrix.ts';
import { attentionWidth, headWidth, type ModelShape } from './shape.ts';
import type { Workspace } from './workspace.ts';

/** Rows of queries that are worked on together: only the keys up to the last of them are looked at. */
const block = 32;

/** Rounded up to a multiple of four. */
function fours(n: number): number {
  return 4 * Math.ceil(n / 4);
}

/** Floats of the attention shares of one sequence: heads × length × length, rows rounded up to four. */
export function sharesSize(shape: ModelShape, length: number): number {
  return shape.heads * length * fours(length);
}

/** Where the attention of one sequence reads and writes: its first row in each. */
export interface AttentionPlaces {
  readonly length: number;
  /** Queries, keys and values side by side. */
  readonly queriesKeysValues: number;
  /** Shares of each head, kept for the way back. */
  readonly shares: number;
  readonly out: number;
}

/** Causal attention of one sequence, head by head, forward and back. */
export class Attention {
  private readonly space: Workspace;
  private readonly products: Products;
  private readonly shape: ModelShape;
  private readonly headWidth: number;
  private readonly stride: number;
  private readonly scale: number;
  private readonly packs: readonly number[];
  private readonly scores: number;

  constructor(space: Workspace, products: Products, shape: ModelShape, longest: number) {
    this.space = space;
    this.products = products;
    this.shape = shape;
    this.headWidth = headWidth(shape);
    this.stride = 4 * attentionWidth(shape);
    this.scale = 1 / Math.sqrt(this.headWidth);
    const room = Math.max(packedSize(longest, this.headWidth), packedSize(this.headWidth, longest));
    this.packs = [0, 1, 2, 3].map(() => space.take(room));
    this.scores = space.take(longest * fours(longest));
  }

  /** Queries, keys and values of a head within the rows of `at`. */
  private parts(at: number, head: number): { queries: Matrix; keys: Matrix; values: Matrix } {
    const shared = Math.floor((head * this.shape.keyHeads) / this.shape.heads);
    const part = (column: number): Matrix => ({ at: at + 4 * column, rowStride: this.stride, columnStride: 4 });
    const keys = this.shape.width + shared * this.headWidth;
    return {
      queries: part(head * this.headWidth),
      keys: part(keys),
      values: part(keys + this.shape.keyHeads * this.headWidth),
    };
  }

  private packed(slot: number, right: Matrix, k: number, n: number): Packed {
    return packInto(this.space, right, { k, n }, this.packs[slot]!);
  }

  /** out = softmax(Q Kᵀ / √h) V. */
  forward({ length, queriesKeysValues, shares, out }: AttentionPlaces): void {
    const { products, headWidth: width, space } = this;
    const padded = fours(length);
    for (let head = 0; head < this.shape.heads; head += 1) {
      const { queries, keys, values } = this.parts(queriesKeysValues, head);
      const packedKeys = this.packed(0, transposed(keys), width, length);
      const packedValues = this.packed(1, values, length, width);
      for (let first = 0; first < length; first += block) {
        const m = Math.min(block, length - first);
        const scores = shares + 4 * (head * length + first) * padded;
        const left = { ...queries, at: queries.at + first * queries.rowStride };
        products.multiplyPacked({
          m,
          n: first + m,
          k: width,
          left,
          right: packedKeys,
          to: scores,
          toStride: 4 * padded,
        });
        space.kernels.causalSoftmax(m, first, scores, padded, this.scale);
        const to = out + 4 * (first * this.shape.width + head * width);
        const toStride = 4 * this.shape.width;
        products.multiplyPacked({
          m,
          n: width,
          k: first + m,
          left: rowsAt(scores, padded),
          right: packedValues,
          to,
          toStride,
        });
      }
    }
  }

  /** From dOut to the gradient of queries, keys and values, before rotation is undone. */
  backward(places: AttentionPlaces, dOut: number, dQueriesKeysValues: number): void {
    for (let head = 0; head < this.shape.heads; head += 1) this.headBackward(places, head, dOut, dQueriesKeysValues);
  }

  private headBackward(places: AttentionPlaces, head: number, dOut: number, dAll: number): void {
    const { headWidth: width, space, products } = this;
    const { length } = places;
    const padded = fours(length);
    const { queries, keys, values } = this.parts(places.queriesKeysValues, head);
    const d = this.parts(dAll, head);
    const shares = rowsAt(places.shares + 4 * head * length * padded, padded);
    const out: Matrix = { at: dOut + 4 * head * width, rowStride: 4 * this.shape.width, columnStride: 4 };
    const packedValues = this.packed(0, transposed(values), width, length);
    const packedKeys = this.packed(1, keys, length, width);
    const scores = rowsAt(this.scores, padded);
    for (let first = 0; first < length; first += block) {
      const m = Math.min(block, length - first);
      const to = scores.at + first * scores.rowStride;
      const seen = first + m;
      const left = { ...out, at: out.at + first * out.rowStride };
      products.multiplyPacked({ m, n: seen, k: width, left, right: packedValues, to, toStride: 4 * padded });
      const share = shares.at + first * shares.rowStride;
      space.kernels.causalSoftmaxBackward(m, first, share, to, padded, this.scale);
      const toQueries = d.queries.at + first * this.stride;
      const right = packedKeys;
      products.multiplyPacked({
        m,
        n: width,
        k: seen,
        left: rowsAt(to, padded),
        right,
        to: toQueries,
        toStride: this.stride,
      });
    }
    const isAdded = head % (this.shape.heads / this.shape.keyHeads) !== 0;
    this.transposedProduct(shares, this.packed(2, out, length, width), length, { to: d.values.at, isAdded });
    this.transposedProduct(scores, this.packed(3, queries, length, width), length, { to: d.keys.at, isAdded });
  }

  /** to[j] = Σ over i ≥ j of lower[i][j] · right[i]: a lower triangle, transposed, times packed rows. */
  private transposedProduct(
    lower: Matrix,
    right: Packed,
    length: number,
    { to, isAdded }: { readonly to: number; readonly isAdded: boolean },
  ): void {
    for (let first = 0; first < length; first += block) {
      const m = Math.min(block, length - first);
      const left = transposed({ ...lower, at: lower.at + first * (lower.rowStride + lower.columnStride) });
      this.products.multiplyPacked({
        m,
        n: this.headWidth,
        k: length - first,
        left,
        right: { at: right.at + 32 * first, panelStride: right.panelStride },
        to: to + first * this.stride,
        toStride: this.stride,
        isAdded,
      });
    }
  }
}
