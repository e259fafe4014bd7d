import { invariant } from '#foundation/kernel';
import { type Circuit, createBuilder, type Edge, FALSE, NodeKind, TRUE } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';

const DEAD = 4;
const NONE = -1;

/**
 * A circuit that can be changed in place: nodes know who uses them, equal gates are shared, and replacing a node
 * updates its users, merges those that become equal and removes what nothing uses any more.
 *
 * Node numbers are never used twice, but they are not a topological order after a change: `order()` computes one.
 * Users are gate numbers, or −1 − o for output o.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006: in-place rewriting of and-inverter graphs
 */
export class Network {
  readonly inputCount: number;
  readonly outputs: Edge[];
  count: number;
  kinds: Uint8Array;
  left: Int32Array;
  right: Int32Array;
  refs: Int32Array;
  readonly users: number[][];
  private next: Int32Array;
  private forward: Int32Array;
  private heads: Int32Array;
  private gatesAlive = 0;
  private readonly source: Circuit;

  constructor(source: Circuit) {
    const circuit = cleanup(source);
    const capacity = 2 * circuit.nodeCount + 64;
    this.source = source;
    this.inputCount = circuit.inputCount;
    this.outputs = [...circuit.outputs];
    this.count = circuit.inputCount + 1;
    this.kinds = new Uint8Array(capacity);
    this.left = new Int32Array(capacity);
    this.right = new Int32Array(capacity);
    this.refs = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.forward = new Int32Array(capacity).fill(NONE);
    this.heads = new Int32Array(nextPowerOfTwo(capacity));
    this.users = Array.from({ length: this.count }, () => []);
    this.kinds.fill(NodeKind.input, 1, this.count);
    for (let node = this.count; node < circuit.nodeCount; node += 1) {
      this.insert(circuit.kinds[node]!, circuit.left[node]!, circuit.right[node]!);
    }
    for (const [o, edge] of this.outputs.entries()) this.use(edge >>> 1, -1 - o);
  }

  /** Gates alive. */
  get size(): number {
    return this.gatesAlive;
  }

  isGate(node: number): boolean {
    return this.kinds[node] === NodeKind.and || this.kinds[node] === NodeKind.xor;
  }

  /** The edge of a∧b if no new gate is needed for it, else −1. */
  findAnd(a: Edge, b: Edge): Edge {
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    if (low === FALSE) return FALSE;
    if (low === TRUE || low === high) return high;
    if ((low ^ 1) === high) return FALSE;
    const node = this.find(NodeKind.and, low, high);
    return node === NONE ? NONE : 2 * node;
  }

  /** The edge of a⊕b if no new gate is needed for it, else −1. */
  findXor(a: Edge, b: Edge): Edge {
    const flip = (a ^ b) & 1;
    const x = a & ~1;
    const y = b & ~1;
    if (x === y) return flip;
    if (x === FALSE) return y ^ flip;
    if (y === FALSE) return x ^ flip;
    const node = x < y ? this.find(NodeKind.xor, x, y) : this.find(NodeKind.xor, y, x);
    return node === NONE ? NONE : (2 * node) ^ flip;
  }

  and(a: Edge, b: Edge): Edge {
    const found = this.findAnd(a, b);
    return found === NONE ? 2 * this.insert(NodeKind.and, Math.min(a, b), Math.max(a, b)) : found;
  }

  xor(a: Edge, b: Edge): Edge {
    const found = this.findXor(a, b);
    if (found !== NONE) return found;
    const x = a & ~1;
    const y = b & ~1;
    return (2 * this.insert(NodeKind.xor, Math.min(x, y), Math.max(x, y))) ^ ((a ^ b) & 1);
  }

  /** Gates in an order in which fanins come first. */
  order(): number[] {
    const state = new Uint8Array(this.count);
    const result: number[] = [];
    const stack: number[] = [];
    for (const edge of this.outputs) {
      stack.push(edge >>> 1);
      while (stack.length > 0) {
        const node = stack.at(-1)!;
        if (state[node] !== 0 || !this.isGate(node)) {
          stack.pop();
          if (state[node] === 1) result.push(node);
          state[node] = 2;
          continue;
        }
        state[node] = 1;
        const a = this.left[node]! >>> 1;
        const b = this.right[node]! >>> 1;
        if (state[b] === 0) stack.push(b);
        if (state[a] === 0) stack.push(a);
      }
    }
    return result;
  }

  /** Puts an edge in place of a node for all its users. The edge must not depend on the node. */
  replace(node: number, edge: Edge): void {
    const queue: number[] = [];
    this.enqueue(queue, node, edge);
    for (let at = 0; at < queue.length; at += 2) {
      const old = queue[at]!;
      const promised = queue[at + 1]!;
      const by = this.resolve(promised);
      if (this.kinds[old] !== DEAD && by >>> 1 !== old) {
        this.forward[old] = by;
        this.unhash(old);
        for (const user of this.users[old]!.slice()) this.redirect(user, old, by, queue);
        if (this.refs[old] === 0) this.remove(old);
      }
      this.release(promised >>> 1);
    }
  }

  /** Removes a gate that nothing uses, and all that only it used. */
  removeIfUnused(node: number): void {
    if (this.isGate(node) && this.refs[node] === 0) this.remove(node);
  }

  /** Takes a node's uses of its fanins away, and so on below; counts the gates thus unused, weighed by kind. */
  dereference(node: number, weights: Weights, visited?: number[]): number {
    let freed = weights[this.kinds[node]!]!;
    visited?.push(node);
    for (const edge of [this.left[node]!, this.right[node]!]) {
      const below = edge >>> 1;
      this.refs[below] = this.refs[below]! - 1;
      if (this.refs[below] === 0 && this.isGate(below)) freed += this.dereference(below, weights, visited);
    }
    return freed;
  }

  /** Undoes `dereference`. */
  reference(node: number): void {
    for (const edge of [this.left[node]!, this.right[node]!]) {
      const below = edge >>> 1;
      if (this.refs[below] === 0 && this.isGate(below)) this.reference(below);
      this.refs[below] = this.refs[below]! + 1;
    }
  }

  /** The circuit with the names it came with. */
  toCircuit(): Circuit {
    const builder = createBuilder();
    const moved = new Int32Array(this.count);
    for (let i = 0; i < this.inputCount; i += 1) moved[i + 1] = builder.input(this.source.inputNames[i]);
    const move = (edge: Edge): Edge => moved[edge >>> 1]! ^ (edge & 1);
    for (const node of this.order()) {
      const a = move(this.left[node]!);
      const b = move(this.right[node]!);
      moved[node] = this.kinds[node] === NodeKind.and ? builder.and(a, b) : builder.xor(a, b);
    }
    return cleanup(builder.build(this.outputs.map(move), this.source.outputNames));
  }

  private enqueue(queue: number[], node: number, edge: Edge): void {
    queue.push(node, edge);
    this.refs[edge >>> 1] = this.refs[edge >>> 1]! + 1;
  }

  private release(node: number): void {
    this.refs[node] = this.refs[node]! - 1;
    this.removeIfUnused(node);
  }

  private resolve(edge: Edge): Edge {
    let at = edge;
    while (this.forward[at >>> 1] !== NONE) at = this.forward[at >>> 1]! ^ (at & 1);
    return at;
  }

  /** Makes one user of `old` read `by`; a gate that thereby becomes another is queued to be replaced by that one. */
  private redirect(user: number, old: number, by: Edge, queue: number[]): void {
    if (user < 0) {
      const o = -1 - user;
      if (this.outputs[o]! >>> 1 !== old) return;
      this.unuse(old, user);
      this.outputs[o] = by ^ (this.outputs[o]! & 1);
      this.use(by >>> 1, user);
      return;
    }
    if (this.left[user]! >>> 1 !== old && this.right[user]! >>> 1 !== old) return;
    const isHashed = this.forward[user] === NONE && this.unhash(user);
    const isAnd = this.kinds[user] === NodeKind.and;
    const a = this.swap(user, this.left[user]!, old, by);
    const b = this.swap(user, this.right[user]!, old, by);
    const isPlain = isAnd || ((a | b) & 1) === 0;
    this.left[user] = Math.min(a, b);
    this.right[user] = Math.max(a, b);
    if (!isHashed) return;
    const found = isAnd ? this.findAnd(a, b) : this.findXor(a, b);
    if (found === NONE && isPlain) {
      this.hash(user);
      return;
    }
    this.enqueue(queue, user, found === NONE ? this.xor(a, b) : found);
  }

  private swap(user: number, edge: Edge, old: number, by: Edge): Edge {
    if (edge >>> 1 !== old) return edge;
    this.unuse(old, user);
    this.use(by >>> 1, user);
    return by ^ (edge & 1);
  }

  private remove(start: number): void {
    const stack = [start];
    while (stack.length > 0) {
      const node = stack.pop()!;
      this.unhash(node);
      this.kinds[node] = DEAD;
      this.gatesAlive -= 1;
      for (const edge of [this.left[node]!, this.right[node]!]) {
        const below = edge >>> 1;
        this.unuse(below, node);
        if (this.refs[below] === 0 && this.isGate(below)) stack.push(below);
      }
    }
  }

  private use(node: number, user: number): void {
    this.refs[node] = this.refs[node]! + 1;
    this.users[node]!.push(user);
  }

  private unuse(node: number, user: number): void {
    const list = this.users[node]!;
    const at = list.indexOf(user);
    invariant(at >= 0, `node ${node} knows its user ${user}`);
    list[at] = list.at(-1)!;
    list.pop();
    this.refs[node] = this.refs[node]! - 1;
  }

  private insert(kind: number, low: Edge, high: Edge): number {
    const node = this.count;
    if (node === this.kinds.length) this.grow();
    this.count = node + 1;
    this.kinds[node] = kind;
    this.left[node] = low;
    this.right[node] = high;
    this.users.push([]);
    this.use(low >>> 1, node);
    this.use(high >>> 1, node);
    this.gatesAlive += 1;
    this.hash(node);
    return node;
  }

  private slot(kind: number, low: Edge, high: Edge): number {
    let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high + kind, 0x85ebca6b);
    h ^= h >>> 15;
    h = Math.imul(h, 0xc2b2ae35);
    return (h ^ (h >>> 13)) & (this.heads.length - 1);
  }

  private find(kind: number, low: Edge, high: Edge): number {
    for (let node = this.heads[this.slot(kind, low, high)]!; node !== 0; node = this.next[node]!) {
      if (this.left[node] === low && this.right[node] === high && this.kinds[node] === kind) return node;
    }
    return NONE;
  }

  private hash(node: number): void {
    const slot = this.slot(this.kinds[node]!, this.left[node]!, this.right[node]!);
    this.next[node] = this.heads[slot]!;
    this.heads[slot] = node;
  }

  /** True when the node was in the table. */
  private unhash(node: number): boolean {
    const slot = this.slot(this.kinds[node]!, this.left[node]!, this.right[node]!);
    let before = 0;
    for (let at = this.heads[slot]!; at !== 0; at = this.next[at]!) {
      if (at === node) {
        if (before === 0) this.heads[slot] = this.next[at]!;
        else this.next[before] = this.next[at]!;
        return true;
      }
      before = at;
    }
    return false;
  }

  private grow(): void {
    const capacity = 2 * this.kinds.length;
    const kinds = new Uint8Array(capacity);
    kinds.set(this.kinds);
    this.kinds = kinds;
    this.left = widened(this.left, capacity);
    this.right = widened(this.right, capacity);
    this.refs = widened(this.refs, capacity);
    this.next = widened(this.next, capacity);
    const forward = new Int32Array(capacity).fill(NONE);
    forward.set(this.forward);
    this.forward = forward;
    this.heads = new Int32Array(nextPowerOfTwo(capacity));
    for (let node = this.inputCount + 1; node < this.count; node += 1) {
      if (this.isGate(node) && this.forward[node] === NONE) this.hash(node);
    }
  }
}

/** Cost of a node by kind: constant, input, AND, XOR. */
export type Weights = readonly number[];

function widened(array: Int32Array, capacity: number): Int32Array {
  const grown = new Int32Array(capacity);
  grown.set(array);
  return grown;
}

function nextPowerOfTwo(n: number): number {
  return 2 ** Math.ceil(Math.log2(n));
}
