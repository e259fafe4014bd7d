/** What the machine knows about one routing key. */
export interface PolicyRow {
  readonly key: Uint32Array;
  /** Learned weights by expert id; an expert without one weighs 0. */
  readonly learned: Map<string, number>;
  /** Changes whenever something is learned. */
  version: number;
  /** The candidates by class and shard asked for, as far as they were looked up. */
  readonly rankings: Map<number, Ranking>;
}

/** The candidates of a key among one class and shard, best first. */
export interface Ranking {
  readonly row: PolicyRow;
  /** The row's version, and the stamp of the experts, that it was made for. */
  readonly version: number;
  readonly stamp: number;
  /** Slots by descending weight, ties by id, and their weights. */
  readonly slots: readonly number[];
  readonly weights: Float64Array;
  /** Sampling probabilities. */
  readonly shares: readonly number[];
  /** The first S candidates when none of them has a guard, so that every lane of the key picks these. */
  readonly plain: Int32Array | undefined;
}

/**
 * The weights w[key, e], sparse: a key without learned weights has a row only as long as there is room, so how many
 * rows are cached changes the cost of a step, never its result.
 */
export class PolicyRows {
  private readonly buckets = new Map<number, PolicyRow[]>();
  private readonly limit: number;
  private size = 0;
  private forgotten = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Changes when rows are forgotten; a row taken before that may no longer be the row of its key. */
  get generation(): number {
    return this.forgotten;
  }

  /** The row of a key; a new one, kept if there is room, when it has none. */
  row(key: Uint32Array): PolicyRow {
    const hash = hashOfKey(key);
    const bucket = this.buckets.get(hash);
    if (bucket !== undefined) for (const row of bucket) if (isKeyAt(row.key, key, 0)) return row;
    const row: PolicyRow = { key: key.slice(), learned: new Map(), version: 0, rankings: new Map() };
    if (this.size >= this.limit) this.forgetUnlearned();
    if (this.size < this.limit) this.keep(row, hash);
    return row;
  }

  /** Learns a weight; false when every row is taken by another learned key. Weight 0 is what nobody learned. */
  learn(key: Uint32Array, id: string, weight: number): boolean {
    const row = this.row(key);
    if (this.buckets.get(hashOfKey(key))?.includes(row) !== true) return false;
    if (weight === 0) row.learned.delete(id);
    else row.learned.set(id, weight);
    row.version += 1;
    return true;
  }

  /** Rows with learned weights. */
  learned(): PolicyRow[] {
    return [...this.buckets.values()].flat().filter((row) => row.learned.size > 0);
  }

  /** Forgets what was learned about an expert. */
  forget(id: string): void {
    for (const row of this.learned()) if (row.learned.delete(id)) row.version += 1;
  }

  /** Forgets everything. */
  clear(): void {
    this.buckets.clear();
    this.forgotten += 1;
    this.size = 0;
  }

  private keep(row: PolicyRow, hash: number): void {
    const bucket = this.buckets.get(hash);
    if (bucket === undefined) this.buckets.set(hash, [row]);
    else bucket.push(row);
    this.size += 1;
  }

  private forgetUnlearned(): void {
    const kept = this.learned();
    this.clear();
    for (const row of kept) this.keep(row, hashOfKey(row.key));
  }
}

/** Whether words[at …] spell a key. */
export function isKeyAt(key: Uint32Array, words: Uint32Array, at: number): boolean {
  for (let w = 0; w < key.length; w += 1) if (key[w] !== words[at + w]) return false;
  return true;
}

/** A 31-bit hash, small enough to be a small integer of the engine. */
function hashOfKey(key: Uint32Array): number {
  let hash = 0x9e3779b9;
  for (let w = 0; w < key.length; w += 1) {
    hash = Math.imul(hash ^ key[w]!, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash >>> 2;
}
