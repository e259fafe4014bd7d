import { multiplyScratch } from './kernels/multiply.ts';
import type { Workspace } from './workspace.ts';

/** A matrix in memory: element (i, j) is `at` + i · rowStride + j · columnStride, in bytes. */
export interface Matrix {
  readonly at: number;
  readonly rowStride: number;
  readonly columnStride: number;
}

/** Rows one after the other, each `width` floats. */
export function rowsAt(at: number, width: number): Matrix {
  return { at, rowStride: 4 * width, columnStride: 4 };
}

/** Rows and columns exchanged. */
export function transposed(matrix: Matrix): Matrix {
  return { at: matrix.at, rowStride: matrix.columnStride, columnStride: matrix.rowStride };
}

/** A right factor in panels, as the kernel wants it. */
export interface Packed {
  readonly at: number;
  readonly panelStride: number;
}

/** Floats that a packed factor of k rows and n columns takes. */
export function packedSize(k: number, n: number): number {
  return 8 * k * Math.ceil(n / 8);
}

/** Packs a right factor of k rows and n columns at an address. */
export function packInto(space: Workspace, right: Matrix, size: { k: number; n: number }, at: number): Packed {
  space.kernels.packRight(size.n, size.k, right.at, right.columnStride, right.rowStride, at);
  return { at, panelStride: 32 * size.k };
}

/** The sizes of a product: m × k times k × n. */
export interface ProductSize {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** A product's left factor, its packed right factor, and where it goes. */
export interface Product extends ProductSize {
  readonly left: Matrix;
  readonly right: Packed;
  readonly to: number;
  /** Bytes from a row of the result to the next. */
  readonly toStride: number;
  readonly isAdded?: boolean;
}

/** Products over a workspace, with scratch that lasts as long as the call. */
export class Products {
  private readonly space: Workspace;
  private readonly scratch: number;
  private readonly room: number;
  private readonly packed: number;

  /** `room` is the floats of the largest right factor that `multiply` will pack. */
  constructor(space: Workspace, room: number) {
    this.space = space;
    this.scratch = space.take(multiplyScratch / 4);
    this.room = room;
    this.packed = space.take(room);
  }

  /** to = left · right, or added to it. */
  multiply(product: Omit<Product, 'right'> & { readonly right: Matrix }): void {
    const right = this.pack(product.right, product);
    this.multiplyPacked({ ...product, right });
  }

  /** Packs a right factor into the one place for it; it lasts until the next. */
  pack(right: Matrix, size: { readonly k: number; readonly n: number }): Packed {
    if (packedSize(size.k, size.n) > this.room) throw new Error('a right factor is larger than was announced');
    return packInto(this.space, right, size, this.packed);
  }

  multiplyPacked(product: Product): void {
    const { m, n, k, left, right, to, toStride, isAdded } = product;
    this.space.kernels.multiply(
      m,
      n,
      k,
      left.at,
      left.rowStride,
      left.columnStride,
      right.at,
      right.panelStride,
      to,
      toStride,
      isAdded === true ? 1 : 0,
      this.scratch,
    );
  }
}
