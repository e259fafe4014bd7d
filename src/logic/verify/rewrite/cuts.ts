import type { Network } from './network.ts';

const LEAVES = 4;
/** Cuts kept a node; the smallest come first. */
const KEPT = 16;
const STRIDE = LEAVES + 1;

/**
 * Cuts of at most four leaves, made bottom-up by joining a cut of each fanin; cuts that contain another are dropped.
 *
 * Computed when asked for and kept while the network changes, so a cut may be out of date: whoever uses one must look
 * whether the leaves still separate the node from the inputs.
 *
 * @source Cong, Wu & Ding 1999 (cut enumeration); Mishchenko et al., ICCAD 2007 (priority cuts)
 */
export class Cuts {
  private data = new Int32Array(1024 * KEPT * STRIDE);
  private counts = new Uint8Array(1024);
  private readonly network: Network;
  private readonly merged = new Int32Array(LEAVES);
  private readonly candidates = new Int32Array(KEPT * KEPT * STRIDE);

  constructor(network: Network) {
    this.network = network;
  }

  /** Calls back with the leaves of each cut but the trivial one; the array is reused. */
  each(node: number, visit: (leaves: Int32Array, count: number) => void): void {
    this.compute(node);
    const leaves = new Int32Array(LEAVES);
    for (let k = 1; k < this.counts[node]!; k += 1) {
      const at = (node * KEPT + k) * STRIDE;
      leaves.set(this.data.subarray(at + 1, at + STRIDE));
      visit(leaves, this.data[at]!);
    }
  }

  private compute(node: number): void {
    this.reserve(node);
    if (this.counts[node]! > 0) return;
    const { network } = this;
    this.data[node * KEPT * STRIDE] = 1;
    this.data[node * KEPT * STRIDE + 1] = node;
    if (!network.isGate(node)) {
      this.counts[node] = 1;
      return;
    }
    const a = network.left[node]! >>> 1;
    const b = network.right[node]! >>> 1;
    this.compute(a);
    this.compute(b);
    let found = 0;
    for (let i = 0; i < this.counts[a]!; i += 1) {
      for (let j = 0; j < this.counts[b]!; j += 1) {
        const size = this.merge((a * KEPT + i) * STRIDE, (b * KEPT + j) * STRIDE);
        if (size > 0) found = this.offer(found, size);
      }
    }
    this.keepSmallest(node, found);
  }

  /** Joins two sorted leaf sets into `merged`; 0 when there are too many. */
  private merge(a: number, b: number): number {
    const { data, merged } = this;
    const endA = a + 1 + data[a]!;
    const endB = b + 1 + data[b]!;
    let i = a + 1;
    let j = b + 1;
    let size = 0;
    while (i < endA || j < endB) {
      if (size === LEAVES) return 0;
      const x = i < endA ? data[i]! : 0x7fffffff;
      const y = j < endB ? data[j]! : 0x7fffffff;
      merged[size] = x < y ? x : y;
      size += 1;
      if (x <= y) i += 1;
      if (y <= x) j += 1;
    }
    return size;
  }

  /** Adds `merged` to the candidates unless one of them is inside it; drops those it is inside of. */
  private offer(found: number, size: number): number {
    let kept = 0;
    for (let k = 0; k < found; k += 1) {
      const at = k * STRIDE;
      if (this.candidates[at]! <= size && this.isInside(at, size)) return found;
      if (this.candidates[at]! > size && this.containsMerged(at, size)) continue;
      if (kept !== k) this.candidates.copyWithin(kept * STRIDE, at, at + STRIDE);
      kept += 1;
    }
    const to = kept * STRIDE;
    this.candidates[to] = size;
    for (let k = 0; k < size; k += 1) this.candidates[to + 1 + k] = this.merged[k]!;
    return kept + 1;
  }

  private isInside(at: number, size: number): boolean {
    let j = 0;
    for (let i = 0; i < this.candidates[at]!; i += 1) {
      const leaf = this.candidates[at + 1 + i]!;
      while (j < size && this.merged[j]! < leaf) j += 1;
      if (j === size || this.merged[j] !== leaf) return false;
    }
    return true;
  }

  private containsMerged(at: number, size: number): boolean {
    let j = 0;
    const end = this.candidates[at]!;
    for (let i = 0; i < size; i += 1) {
      while (j < end && this.candidates[at + 1 + j]! < this.merged[i]!) j += 1;
      if (j === end || this.candidates[at + 1 + j] !== this.merged[i]) return false;
    }
    return true;
  }

  private keepSmallest(node: number, found: number): void {
    let kept = 1;
    for (let size = 1; size <= LEAVES; size += 1) {
      for (let k = 0; k < found && kept < KEPT; k += 1) {
        if (this.candidates[k * STRIDE] !== size) continue;
        const to = (node * KEPT + kept) * STRIDE;
        for (let w = 0; w < STRIDE; w += 1) this.data[to + w] = this.candidates[k * STRIDE + w]!;
        kept += 1;
      }
    }
    this.counts[node] = kept;
  }

  private reserve(node: number): void {
    if (node < this.counts.length) return;
    const capacity = 2 * Math.max(node, this.counts.length);
    const counts = new Uint8Array(capacity);
    counts.set(this.counts);
    this.counts = counts;
    const data = new Int32Array(capacity * KEPT * STRIDE);
    data.set(this.data);
    this.data = data;
  }
}
