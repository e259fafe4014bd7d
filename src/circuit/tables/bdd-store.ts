import { type Edge, FALSE, TRUE } from '../graph/edge.ts';
import { NodeStore } from '../graph/node-store.ts';

/** No edge: the node limit was reached. */
export const OVERFLOW: Edge = -1;

const CACHE_BITS = 16;
const CACHE_MASK = 2 ** CACHE_BITS - 1;
const TERMINAL_LEVEL = 2 ** 31 - 1;

/** The unique table of a diagram and its AND and XOR. Each returns OVERFLOW once the limit is reached. */
export class BddStore {
  private readonly nodes = new NodeStore();
  private readonly nodeLimit: number;
  /** Direct-mapped results: first operand, second operand, result. AND keeps a < b and XOR a > b, so they do not meet. */
  private readonly cache = new Int32Array(3 * (CACHE_MASK + 1));

  constructor(nodeLimit: number) {
    this.nodeLimit = nodeLimit;
    this.nodes.tags[0] = TERMINAL_LEVEL;
  }

  columns(): { levels: Int32Array; low: Int32Array; high: Int32Array } {
    const { count, tags, left, right } = this.nodes;
    return { levels: tags.slice(0, count), low: left.slice(0, count), high: right.slice(0, count) };
  }

  /** The function `high` where the input at `level` holds, else `low`. */
  node(level: number, low: Edge, high: Edge): Edge {
    if (low === OVERFLOW || high === OVERFLOW || this.nodes.count > this.nodeLimit) return OVERFLOW;
    if (low === high) return low;
    const flip = high & 1;
    return (2 * this.nodes.intern(level, low ^ flip, high ^ flip)) ^ flip;
  }

  and(f: Edge, g: Edge): Edge {
    const a = f < g ? f : g;
    const b = f < g ? g : f;
    if (a === FALSE) return FALSE;
    if (a === TRUE || a === b) return b;
    if ((a ^ 1) === b) return FALSE;
    const slot = this.slot(a, b);
    if (this.cache[slot] === a && this.cache[slot + 1] === b) return this.cache[slot + 2]!;
    const level = this.topLevel(a, b);
    const low = this.and(this.lowOf(a, level), this.lowOf(b, level));
    if (low === OVERFLOW) return OVERFLOW;
    const high = this.and(this.highOf(a, level), this.highOf(b, level));
    return this.remember(slot, a, b, this.node(level, low, high));
  }

  xor(f: Edge, g: Edge): Edge {
    const flip = (f ^ g) & 1;
    const x = f & ~1;
    const y = g & ~1;
    if (x === y) return flip;
    const a = x > y ? x : y;
    const b = x > y ? y : x;
    if (b === FALSE) return a ^ flip;
    const slot = this.slot(a, b);
    if (this.cache[slot] === a && this.cache[slot + 1] === b) return this.cache[slot + 2]! ^ flip;
    const level = this.topLevel(a, b);
    const low = this.xor(this.lowOf(a, level), this.lowOf(b, level));
    if (low === OVERFLOW) return OVERFLOW;
    const high = this.xor(this.highOf(a, level), this.highOf(b, level));
    const edge = this.remember(slot, a, b, this.node(level, low, high));
    return edge === OVERFLOW ? OVERFLOW : edge ^ flip;
  }

  private slot(a: Edge, b: Edge): number {
    const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    return 3 * ((h ^ (h >>> 15)) & CACHE_MASK);
  }

  private remember(slot: number, a: Edge, b: Edge, result: Edge): Edge {
    if (result === OVERFLOW) return OVERFLOW;
    this.cache[slot] = a;
    this.cache[slot + 1] = b;
    this.cache[slot + 2] = result;
    return result;
  }

  private topLevel(a: Edge, b: Edge): number {
    return Math.min(this.nodes.tags[a >>> 1]!, this.nodes.tags[b >>> 1]!);
  }

  private lowOf(edge: Edge, level: number): Edge {
    return this.nodes.tags[edge >>> 1] === level ? this.nodes.left[edge >>> 1]! ^ (edge & 1) : edge;
  }

  private highOf(edge: Edge, level: number): Edge {
    return this.nodes.tags[edge >>> 1] === level ? this.nodes.right[edge >>> 1]! ^ (edge & 1) : edge;
  }
}
