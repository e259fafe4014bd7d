import { Fault } from '#foundation/kernel';
import type { BlockStore } from './block-store.ts';
import type { RouteKernel } from './route-kernel.ts';
import { Part, PART_BYTES, Table } from './route-layout.ts';
import type { MaskTable, MaskTables } from './mask-tables.ts';
import { cutIntoSubstrings, type Substring } from './substrings.ts';

/** Slots a partition may have; a place is written as partition · 2²⁴ + slot. */
export const MAX_SLOTS = 2 ** 24;

/** One less than a power of two, since number 0 is nobody's. */
const FIRST_CAPACITY = 15;

/** What the partitions of one index share. */
export interface PartitionWorld {
  readonly blocks: BlockStore;
  readonly masks: MaskTables;
  readonly kernel: RouteKernel;
  readonly bits: number;
  /** 64-bit words of a code. */
  readonly words: number;
  /** Partitions of fewer codes have no tables and are scanned. */
  readonly scanBelow: number;
  /** Bits of a substring, or 0. */
  readonly substringBits: number;
}

interface TableBlocks extends Substring {
  readonly masks: MaskTable;
  readonly heads: number;
  readonly links: number;
}

/** How the codes of a partition spread over the buckets of one of its tables. */
export interface BucketOccupancy extends Substring {
  readonly buckets: number;
  readonly empty: number;
  /** Codes per bucket, empty buckets included. */
  readonly mean: number;
  readonly max: number;
}

/** The codes of one class and shard: slots 0 … count − 1 in a row, and chained tables over them once they are many. */
export class Partition {
  /** Address of the description that the kernel reads. */
  readonly address: number;
  private readonly world: PartitionWorld;
  private capacity = 0;
  private codes = 0;
  private ids = 0;
  private tables: readonly TableBlocks[] = [];

  constructor(world: PartitionWorld) {
    this.world = world;
    this.address = world.blocks.allocate('a partition', [PART_BYTES])[0]!;
    this.describe(0);
  }

  get count(): number {
    return this.world.blocks.words()[(this.address + Part.count) >>> 2]!;
  }

  /** Appends a code; its slot. */
  insert(id: number, code: Uint32Array): number {
    const slot = this.count;
    if (slot === this.capacity) this.grow();
    const words = this.world.blocks.words();
    const at = (this.codes >>> 2) + (slot + 1) * 2 * this.world.words;
    for (let i = 0; i < 2 * this.world.words; i += 1) words[at + i] = code[i] ?? 0;
    words[(this.ids >>> 2) + slot] = id;
    words[(this.address + Part.count) >>> 2] = slot + 1;
    if (this.tables.length > 0) this.world.kernel.link(this.address, slot + 1, slot + 2);
    return slot;
  }

  /** Takes a slot out; the last code moves into it. Gives the id that moved, if one did. */
  remove(slot: number): number | undefined {
    const { kernel } = this.world;
    const last = this.count - 1;
    if (this.tables.length > 0) {
      kernel.replace(this.address, slot + 1, 0);
      if (slot !== last) kernel.replace(this.address, last + 1, slot + 1);
    }
    const words = this.world.blocks.words();
    const length = 2 * this.world.words;
    const codes = (this.codes >>> 2) + length;
    const ids = this.ids >>> 2;
    words.copyWithin(codes + slot * length, codes + last * length, codes + (last + 1) * length);
    words[ids + slot] = words[ids + last]!;
    words[(this.address + Part.count) >>> 2] = last;
    return slot === last ? undefined : words[ids + slot]!;
  }

  occupancy(): BucketOccupancy[] {
    const words = this.world.blocks.words();
    return this.tables.map(({ from, bits, heads, links }) => {
      const buckets = 2 ** bits;
      let empty = 0;
      let max = 0;
      let total = 0;
      for (let bucket = 0; bucket < buckets; bucket += 1) {
        let length = 0;
        for (let next = words[(heads >>> 2) + bucket]!; next !== 0; next = words[(links >>> 2) + next]!) length += 1;
        if (length === 0) empty += 1;
        if (length > max) max = length;
        total += length;
      }
      return { from, bits, buckets, empty, mean: total / buckets, max };
    });
  }

  /** Doubles the room, cuts the codes anew and links them all. Nothing has changed when there is no memory for it. */
  private grow(): void {
    const { blocks, bits, words: length, scanBelow, substringBits, kernel, masks } = this.world;
    const count = this.capacity;
    const capacity = Math.max(FIRST_CAPACITY, 2 * count + 1);
    if (capacity > MAX_SLOTS) {
      throw new Fault('bem/route-full', `a partition of ${count} codes; at most ${MAX_SLOTS} are possible`);
    }
    const cuts = (capacity > scanBelow ? cutIntoSubstrings(bits, capacity, substringBits) : []).map((cut) => ({
      ...cut,
      masks: masks.ofLength(cut.bits),
    }));
    const numbers = capacity + 1;
    const sizes = [8 * length * numbers, 4 * numbers, ...cuts.flatMap((cut) => [4 * 2 ** cut.bits, 4 * numbers])];
    const [codes, ids, ...rest] = blocks.allocate(`growth to ${capacity} codes`, sizes);
    const words = this.world.blocks.words();
    words.copyWithin(codes! >>> 2, this.codes >>> 2, (this.codes >>> 2) + (count + 1) * 2 * length);
    words.copyWithin(ids! >>> 2, this.ids >>> 2, (this.ids >>> 2) + count);
    this.releaseBlocks();
    this.capacity = capacity;
    this.codes = codes!;
    this.ids = ids!;
    this.tables = cuts.map((cut, i) => ({ ...cut, heads: rest[2 * i]!, links: rest[2 * i + 1]! }));
    for (const { heads, links, bits: keyBits } of this.tables) {
      words.fill(0, heads >>> 2, (heads >>> 2) + 2 ** keyBits);
      words[links >>> 2] = 0;
    }
    this.describe(count);
    if (this.tables.length > 0) kernel.link(this.address, 1, count + 1);
  }

  private releaseBlocks(): void {
    const { blocks, words: length } = this.world;
    if (this.capacity === 0) return;
    blocks.release(this.codes, 8 * length * (this.capacity + 1));
    blocks.release(this.ids, 4 * (this.capacity + 1));
    for (const { heads, links, bits } of this.tables) {
      blocks.release(heads, 4 * 2 ** bits);
      blocks.release(links, 4 * (this.capacity + 1));
    }
  }

  private describe(count: number): void {
    const words = this.world.blocks.words();
    const put = (offset: number, value: number): void => {
      words[(this.address + offset) >>> 2] = value;
    };
    put(Part.codes, this.codes);
    put(Part.ids, this.ids);
    put(Part.count, count);
    put(Part.tables, this.tables.length);
    for (const [i, { heads, links, from, bits, masks }] of this.tables.entries()) {
      const at = Part.firstTable + i * Table.size;
      put(at + Table.heads, heads);
      put(at + Table.links, links);
      put(at + Table.from, from >>> 3);
      put(at + Table.shift, from & 7);
      put(at + Table.bits, bits);
      put(at + Table.masks, masks.address);
      put(at + Table.reach, masks.reach);
    }
  }
}
