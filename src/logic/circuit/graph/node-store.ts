import { Fault } from '#foundation/kernel';

/** Edges are 32-bit integers; this leaves room for the complement and the sign. */
const MAX_NODES = 2 ** 30;
const EMPTY = 0;

function hash(tag: number, left: number, right: number): number {
  let h = Math.imul(left, 0x9e3779b1) ^ Math.imul(right + Math.imul(tag, 0x27d4eb2f), 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 13);
}

/**
 * Nodes (tag, left, right) in typed columns that double when full; `intern` never stores one twice. The tag is a gate's
 * kind in a circuit and a variable's level in a decision diagram.
 *
 * The hash table is open addressing with linear probing over node numbers, at most half full. Node 0 is the constant
 * and never interned, so 0 marks an empty slot.
 */
export class NodeStore {
  /** Nodes stored; the constant is there from the start. */
  count = 1;
  tags = new Int32Array(64);
  left = new Int32Array(64);
  right = new Int32Array(64);
  private slots = new Int32Array(128);
  private mask = 127;
  private interned = 0;

  /** The one node with this tag and these successors. */
  intern(tag: number, left: number, right: number): number {
    const at = this.slotOf(tag, left, right);
    const found = this.slots[at]!;
    if (found !== EMPTY) return found;
    const node = this.append(tag, left, right);
    this.slots[at] = node;
    this.interned += 1;
    if (2 * this.interned > this.mask) this.rehash();
    return node;
  }

  /** The node with this tag and these successors, or 0. */
  find(tag: number, left: number, right: number): number {
    return this.slots[this.slotOf(tag, left, right)]!;
  }

  /** Where the node is, or the empty slot where it belongs. */
  private slotOf(tag: number, left: number, right: number): number {
    const { slots, mask } = this;
    let at = hash(tag, left, right) & mask;
    for (let node = slots[at]!; node !== EMPTY; node = slots[at]!) {
      if (this.left[node] === left && this.right[node] === right && this.tags[node] === tag) break;
      at = (at + 1) & mask;
    }
    return at;
  }

  /** A new node, not hashed. */
  append(tag: number, left: number, right: number): number {
    const node = this.count;
    if (node === this.tags.length) this.grow();
    this.tags[node] = tag;
    this.left[node] = left;
    this.right[node] = right;
    this.count = node + 1;
    return node;
  }

  private grow(): void {
    const capacity = 2 * this.count;
    if (capacity > MAX_NODES) throw new Fault('circuit/too-large', `a circuit holds at most ${MAX_NODES} nodes`);
    const { tags, left, right } = this;
    this.tags = new Int32Array(capacity);
    this.left = new Int32Array(capacity);
    this.right = new Int32Array(capacity);
    this.tags.set(tags);
    this.left.set(left);
    this.right.set(right);
  }

  private rehash(): void {
    const mask = 2 * this.mask + 1;
    const slots = new Int32Array(mask + 1);
    for (const node of this.slots) {
      if (node === EMPTY) continue;
      let at = hash(this.tags[node]!, this.left[node]!, this.right[node]!) & mask;
      while (slots[at] !== EMPTY) at = (at + 1) & mask;
      slots[at] = node;
    }
    this.slots = slots;
    this.mask = mask;
  }
}
