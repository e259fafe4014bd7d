import type { Signatures } from './find-witness.ts';

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
  private readonly keys: Float64Array;
  private readonly isLeader: Uint8Array;
  private leaders = new Map<number, number>();

  constructor({ words, values }: Signatures, nodeCount: number) {
    this.phase = Int32Array.from({ length: nodeCount }, (_, node) => -(values[node * words]! & 1));
    this.keys = new Float64Array(nodeCount);
    this.isLeader = new Uint8Array(nodeCount);
    for (let node = 0; node < nodeCount; node += 1) {
      for (let w = 0; w < words; w += 1) this.absorb(node, values[node * words + w]!);
    }
    this.settle(0);
  }

  /** The earlier node that this one may equal. */
  leaderOf(node: number): number | undefined {
    return this.leaders.get(this.keys[node]!);
  }

  areOpposite(a: number, b: number): boolean {
    return this.phase[a] !== this.phase[b];
  }

  /** A node without an equal becomes the leader of its class. */
  settle(node: number): void {
    if (this.leaders.has(this.keys[node]!)) return;
    this.leaders.set(this.keys[node]!, node);
    this.isLeader[node] = 1;
  }

  /** Gives a node a class of its own, which nobody joins. */
  leave(node: number): void {
    this.keys[node] = -1 - node;
  }

  /** Splits classes by one more word per node; only nodes before `upTo` can lead. */
  refine(values: Int32Array, upTo: number): void {
    this.leaders = new Map();
    for (let node = 0; node < this.keys.length; node += 1) {
      if (this.keys[node]! >= 0) this.absorb(node, values[node]!);
      if (node < upTo && this.isLeader[node] === 1) this.leaders.set(this.keys[node]!, node);
    }
  }

  /** key ← 53-bit mix of key and word. */
  private absorb(node: number, word: number): void {
    const key = this.keys[node]!;
    const low = key % 4294967296;
    const high = Math.floor(key / 4294967296);
    const x = word ^ this.phase[node]!;
    let a = Math.imul((low | 0) ^ x, 0x9e3779b1);
    a ^= a >>> 15;
    let b = Math.imul(high ^ a ^ Math.imul(x, 0x85ebca6b), 0xc2b2ae35);
    b ^= b >>> 13;
    this.keys[node] = (b & 0x1fffff) * 4294967296 + ((a ^ Math.imul(b, 0x27d4eb2f)) >>> 0);
  }
}
