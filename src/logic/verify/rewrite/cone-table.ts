import { NodeKind } from '#logic/circuit/graph';
import { inputTables } from '../synthesis/chain.ts';
import type { Network } from './network.ts';

/** Gates between a cut and its root; more are not worth looking at. */
const MOST_GATES = 100;

/**
 * Computes functions of nodes in terms of up to four leaves by walking the cone between them.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006
 */
export class ConeTables {
  private marks = new Int32Array(0);
  private tables = new Uint16Array(0);
  private epoch = 0;
  private visited = 0;
  private readonly network: Network;

  constructor(network: Network) {
    this.network = network;
  }

  /** The 16-bit table of a node over the leaves, or −1 when they do not separate it from the inputs. */
  tableOf(node: number, leaves: Int32Array, count: number): number {
    if (this.marks.length < this.network.count) {
      this.marks = new Int32Array(2 * this.network.count);
      this.tables = new Uint16Array(2 * this.network.count);
      this.epoch = 0;
    }
    this.epoch += 1;
    this.visited = 0;
    this.set(0, 0);
    for (let i = 0; i < count; i += 1) {
      const leaf = leaves[i]!;
      if (leaf === node || (leaf > this.network.inputCount && !this.network.isGate(leaf))) return -1;
      this.set(leaf, inputTables[i]!);
    }
    return this.walk(node) ? this.tables[node]! : -1;
  }

  private set(node: number, table: number): void {
    this.marks[node] = this.epoch;
    this.tables[node] = table;
  }

  private walk(node: number): boolean {
    if (this.marks[node] === this.epoch) return true;
    this.visited += 1;
    const { network } = this;
    if (this.visited > MOST_GATES || !network.isGate(node)) return false;
    const a = network.left[node]!;
    const b = network.right[node]!;
    if (!this.walk(a >>> 1) || !this.walk(b >>> 1)) return false;
    const x = this.tables[a >>> 1]! ^ -(a & 1);
    const y = this.tables[b >>> 1]! ^ -(b & 1);
    this.set(node, network.kinds[node] === NodeKind.and ? x & y : x ^ y);
    return true;
  }
}
