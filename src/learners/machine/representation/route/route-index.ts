import { Fault } from '#foundation/kernel';
import { createMemory } from '#logic/wasm/run';
import { BlockStore } from './block-store.ts';
import { createRouteKernel } from './route-kernel.ts';
import { Candidate, MAX_BITS, MAX_EXPANSIONS, MAX_WANTED, Shared, unbounded } from './route-layout.ts';
import { MaskTables } from './mask-tables.ts';
import { type BucketOccupancy, MAX_SLOTS, Partition, type PartitionWorld } from './partition.ts';
import { type RouteKnobs, turnRouteKnobs } from './route-knobs.ts';

/** Something to be found by its code. Without class and shard it is of class '' and shard 0. */
export interface RouteEntry {
  readonly id: number;
  /** The code in 32-bit words, least significant first; bits past the length are 0. */
  readonly code: Uint32Array;
  readonly class?: string;
  readonly shard?: number;
}

/** How many to find, and among which; a class or shard that is not given means any. */
export interface RouteFilter {
  readonly wanted: number;
  readonly class?: string;
  readonly shard?: number;
  /** Without it the answer is exact. */
  readonly approximate?: Approximation;
}

/** How hard to look when codes may be overlooked. */
export interface Approximation {
  /** Substrings are probed to this radius at most. */
  readonly radius: number;
  /** So many of the nearest candidates are searched around in their turn. */
  readonly expansions: number;
}

/** The nearest entries by (distance, id). */
export interface RouteAnswer {
  readonly ids: readonly number[];
  readonly distances: readonly number[];
  /** No code within this distance was overlooked; `Infinity` when every code was considered. */
  readonly provenWithin: number;
  /** The answer is what comparing with every code would give. */
  readonly isExact: boolean;
}

const exactly: Approximation = { radius: MAX_BITS, expansions: 0 };

/**
 * ROUTE: finds the codes nearest to a key in Hamming distance, while codes come and go.
 *
 * Entries are kept by class and shard. Few are scanned; many are found by multi-index hashing, which stops when it has
 * proved that nothing nearer is left. Ties go to the smaller id, so an answer does not depend on the order of insertion.
 */
export class RouteIndex {
  readonly bits: number;
  readonly knobs: RouteKnobs;
  private readonly world: PartitionWorld;
  private readonly partitions: Partition[] = [];
  private readonly byClass = new Map<string, Map<number, number>>();
  /** Id → partition · 2²⁴ + slot. */
  private readonly places = new Map<number, number>();

  constructor(bits: number, turned: Partial<RouteKnobs> = {}) {
    if (!(Number.isInteger(bits) && bits >= 1 && bits <= MAX_BITS)) {
      throw new Fault('bem/route-code', `codes of ${bits} bits; 1 to ${MAX_BITS} are possible`);
    }
    this.bits = bits;
    this.knobs = turnRouteKnobs(turned);
    const memory = createMemory(1);
    const words = Math.ceil(bits / 64);
    const blocks = new BlockStore(memory, Shared.end, this.knobs.maxBytes);
    const kernel = createRouteKernel(words, memory);
    const { scanBelow, substringBits } = this.knobs;
    this.world = { blocks, masks: new MaskTables(blocks), kernel, bits, words, scanBelow, substringBits };
  }

  get size(): number {
    return this.places.size;
  }

  /** Bytes of memory that codes and tables take. */
  get usedBytes(): number {
    return this.world.blocks.usedBytes;
  }

  has(id: number): boolean {
    return this.places.has(id);
  }

  insert(entry: RouteEntry): void {
    const { id, code } = entry;
    if (!(Number.isInteger(id) && id >= 0 && id < 2 ** 32)) {
      throw new Fault('bem/route-id', `id ${id} is not a whole number below 2^32`);
    }
    if (this.places.has(id)) throw new Fault('bem/route-id', `id ${id} is in the index already`);
    this.requireCode(`entry ${id}`, code);
    const number = this.partitionFor(entry.class ?? '', entry.shard ?? 0);
    const slot = this.partitions[number]!.insert(id, code);
    this.places.set(id, number * MAX_SLOTS + slot);
  }

  /** Whether the id was there to be removed. */
  remove(id: number): boolean {
    const place = this.places.get(id);
    if (place === undefined) return false;
    const number = Math.floor(place / MAX_SLOTS);
    const moved = this.partitions[number]!.remove(place % MAX_SLOTS);
    if (moved !== undefined) this.places.set(moved, place);
    this.places.delete(id);
    return true;
  }

  query(code: Uint32Array, filter: RouteFilter): RouteAnswer {
    this.requireCode('the query', code);
    const { wanted, approximate: { radius, expansions } = exactly } = filter;
    requireWithin('candidates', wanted, 1, MAX_WANTED);
    requireWithin('radius', radius, 0, MAX_BITS);
    requireWithin('expansions', expansions, 0, MAX_EXPANSIONS);
    const words = this.world.blocks.words();
    words[Shared.found >>> 2] = 0;
    words[Shared.wanted >>> 2] = wanted;
    words[Shared.worst >>> 2] = unbounded;
    words[Shared.probeCost >>> 2] = this.knobs.probeCost;
    const query = Shared.query >>> 2;
    for (let i = 0; i < code.length; i += 1) words[query + i] = code[i]!;
    let proven = unbounded;
    for (const partition of this.matching(filter)) {
      proven = Math.min(proven, this.world.kernel.search(partition.address, radius, expansions));
    }
    return this.answer(words, proven);
  }

  /** Bucket statistics of every partition that has tables. */
  occupancy(): BucketOccupancy[] {
    return this.partitions.flatMap((partition) => partition.occupancy());
  }

  private answer(words: Uint32Array, proven: number): RouteAnswer {
    const found = words[Shared.found >>> 2]!;
    const ids = new Array<number>(found);
    const distances = new Array<number>(found);
    for (let i = 0; i < found; i += 1) {
      const at = (Shared.list + i * Candidate.size) >>> 2;
      ids[i] = words[at]!;
      distances[i] = words[at + 1]!;
    }
    const isExact = proven === unbounded || words[Shared.worst >>> 2]! <= proven;
    return { ids, distances, provenWithin: proven === unbounded ? Infinity : proven, isExact };
  }

  private matching(filter: RouteFilter): readonly Partition[] {
    if (this.partitions.length === 1 && filter.class === undefined && filter.shard === undefined)
      return this.partitions;
    const classes = filter.class === undefined ? [...this.byClass.values()] : [this.byClass.get(filter.class)];
    return classes.flatMap((shards) => {
      if (shards === undefined) return [];
      const numbers = filter.shard === undefined ? [...shards.values()] : [shards.get(filter.shard)];
      return numbers.flatMap((number) => (number === undefined ? [] : [this.partitions[number]!]));
    });
  }

  private partitionFor(className: string, shard: number): number {
    const shards = this.byClass.get(className) ?? new Map<number, number>();
    this.byClass.set(className, shards);
    const known = shards.get(shard);
    if (known !== undefined) return known;
    const number = this.partitions.push(new Partition(this.world)) - 1;
    shards.set(shard, number);
    return number;
  }

  private requireCode(what: string, code: Uint32Array): void {
    const words = Math.ceil(this.bits / 32);
    if (code.length !== words) {
      throw new Fault('bem/route-code', `${what} has a code of ${code.length} words; ${this.bits} bits need ${words}`);
    }
    const unused = 32 * words - this.bits;
    if (unused > 0 && code[words - 1]! >>> (32 - unused) !== 0) {
      throw new Fault('bem/route-code', `${what} has ones past bit ${this.bits - 1} of its code`);
    }
  }
}

/** An empty index of codes of so many bits. */
export function createRouteIndex(bits: number, knobs: Partial<RouteKnobs> = {}): RouteIndex {
  return new RouteIndex(bits, knobs);
}

function requireWithin(what: string, value: number, low: number, high: number): void {
  if (!(Number.isInteger(value) && value >= low && value <= high)) {
    throw new Fault('bem/route-query', `the query asks for ${value} ${what}; ${low} to ${high} are possible`);
  }
}
