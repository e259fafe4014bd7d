import type { Signatures } from './find-witness.ts';

/** Nodes of a class that are tried one after the other. */
const MOST = 4;

/**
 * Nodes grouped by what simulation has shown of them, up to complement. Signatures are hashed, so nodes that differ may share a class (the solver tells
 * them apart) but nodes that are equal always do.
 *
 * A node's phase is its value in the first lane; all words are read relative to it.
 *
 * @source Mishchenko et al. 2005, FRAIGs: functionally reduced AND-inverter graphs
 */
export class SignatureClasses {
  private readonly phase: Int32Array;
  /** A 64-bit hash of all words seen, in two halves. */
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  /** The hash after the first words: nodes of one class never differ in it, so classes are looked up by it. */
  private readonly first: Float64Array;
  private readonly hasLeft: Uint8Array;
  private readonly isLeader: Uint8Array;
  private readonly leaders = new Map<number, number[]>();

  constructor({ words, values }: Signatures, nodeCount: number) {
    this.phase = Int32Array.from({ length: nodeCount }, (_, node) => -(values[node * words]! & 1));
    this.low = new Int32Array(nodeCount);
    this.high = new Int32Array(nodeCount);
    this.hasLeft = new Uint8Array(nodeCount);
    this.isLeader = new Uint8Array(nodeCount);
    for (let node = 0; node < nodeCount; node += 1) {
      for (let w = 0; w < words; w += 1) this.absorb(node, values[node * words + w]!);
    }
    this.first = Float64Array.from(this.low, (low, node) => (this.high[node]! & 0x1fffff) * 4294967296 + (low >>> 0));
    this.join(0);
  }

  /** The earlier nodes that this one may equal, the first ones of many. */
  candidatesFor(node: number): readonly number[] {
    if (this.hasLeft[node] === 1) return [];
    const found: number[] = [];
    for (const leader of this.leaders.get(this.first[node]!) ?? []) {
      if (this.low[leader] !== this.low[node] || this.high[leader] !== this.high[node]) continue;
      if (found.push(leader) === MOST) break;
    }
    return found;
  }

  areOpposite(a: number, b: number): boolean {
    return this.phase[a] !== this.phase[b];
  }

  /** Whether one more word per node leaves two nodes alike. */
  areAlike(a: number, b: number, values: Int32Array): boolean {
    return (values[a]! ^ this.phase[a]!) === (values[b]! ^ this.phase[b]!);
  }

  /** A node without an equal becomes the leader of its class. */
  settle(node: number): void {
    if (this.hasLeft[node] === 0 && this.candidatesFor(node).length === 0) this.join(node);
  }

  /** A node joins its class as one more that later ones may equal. */
  join(node: number): void {
    this.isLeader[node] = 1;
    const known = this.leaders.get(this.first[node]!);
    if (known === undefined) this.leaders.set(this.first[node]!, [node]);
    else known.push(node);
  }

  /** Gives a node a class of its own, which nobody joins. */
  leave(node: number): void {
    this.hasLeft[node] = 1;
  }

  /** Splits classes by one more word per node; only nodes before `upTo` can lead. */
  refine(values: Int32Array, upTo: number): void {
    for (let node = 0; node < this.low.length; node += 1) {
      // What lies below and does not lead has been merged or left alone, and is never asked for again.
      if (node >= upTo || this.isLeader[node] === 1) this.absorb(node, values[node]!);
    }
  }

  /** Mixes one more word into a node's hash. */
  private absorb(node: number, word: number): void {
    const x = word ^ this.phase[node]!;
    let a = Math.imul(this.low[node]! ^ x, 0x9e3779b1);
    a ^= a >>> 15;
    let b = Math.imul(this.high[node]! ^ a ^ Math.imul(x, 0x85ebca6b), 0xc2b2ae35);
    b ^= b >>> 13;
    this.low[node] = a ^ Math.imul(b, 0x27d4eb2f);
    this.high[node] = b;
  }
}
