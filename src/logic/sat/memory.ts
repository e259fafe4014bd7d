/** What a memory can hold before it has to grow: variables, assumptions, and words of clauses and of watches. */
export interface Capacity {
  variables: number;
  assumptions: number;
  arena: number;
  pool: number;
}

/** Scalars of the search, as indices of `words`. */
export const Word = {
  variables: 0,
  trailSize: 1,
  head: 2,
  level: 3,
  heapSize: 4,
  learntSize: 5,
  backjump: 6,
  glue: 7,
  chainSize: 8,
  hintSize: 9,
  arenaTop: 10,
  arenaLimit: 11,
  poolTop: 12,
  poolLimit: 13,
  clauses: 14,
  learnts: 15,
  assumptions: 16,
  proving: 17,
  conflict: 18,
  failed: 19,
  learntRef: 20,
  markedSize: 21,
} as const;

/** Counters and averages of the search, as indices of `reals`. */
export const Real = {
  conflicts: 0,
  propagations: 1,
  decisions: 2,
  pauseConflicts: 3,
  pausePropagations: 4,
  restartConflicts: 5,
  restartMargin: 6,
  fastGlue: 7,
  slowGlue: 8,
  increment: 9,
  decay: 10,
  reduceLearnts: 11,
} as const;

/** A clause in the arena: size, glue (0 for an original), proof id, use since the last reduction; then its literals. */
export const Clause = { size: 0, glue: 1, id: 2, used: 3, literals: 4 } as const;

/** What is noted of a clause between reductions, as bits. */
export const Use = { used: 1, locked: 2, doomed: 4 } as const;

/** The reference of the first clause in the arena; 0 means "no clause". */
export const firstClause = 4;

/** Words of the header that hold the byte offsets of the regions start here, in the order of `regions`. */
const firstBase = 32;

const headerWords = 64;
const headerBytes = 512;

type Count = (capacity: Capacity) => number;
const perVariable: Count = (c) => c.variables;
const perLiteral: Count = (c) => 2 * c.variables;
const perLevel: Count = (c) => c.variables + c.assumptions + 1;

/** The regions in the order they lie in memory: bytes per element and number of elements. Wide elements come first. */
const regions = {
  activity: { bytes: 8, count: perVariable },
  level: { bytes: 4, count: perVariable },
  reason: { bytes: 4, count: perVariable },
  heap: { bytes: 4, count: perVariable },
  heapAt: { bytes: 4, count: perVariable },
  trail: { bytes: 4, count: perVariable },
  control: { bytes: 4, count: perLevel },
  levelCount: { bytes: 4, count: perLevel },
  watchStart: { bytes: 4, count: perLiteral },
  watchSize: { bytes: 4, count: perLiteral },
  watchLimit: { bytes: 4, count: perLiteral },
  learnt: { bytes: 4, count: (c) => c.variables + 1 },
  marked: { bytes: 4, count: perVariable },
  hints: { bytes: 4, count: (c) => 2 * c.variables + 2 },
  stack: { bytes: 4, count: (c) => 3 * c.variables + 3 },
  assumptions: { bytes: 4, count: (c) => c.assumptions },
  histogram: { bytes: 4, count: () => 512 },
  value: { bytes: 1, count: perLiteral },
  seen: { bytes: 1, count: perVariable },
  phase: { bytes: 1, count: perVariable },
  arena: { bytes: 4, count: (c) => c.arena },
  pool: { bytes: 4, count: (c) => c.pool },
} as const satisfies Record<string, { bytes: number; count: Count }>;

/** The name of a region. */
export type Region = keyof typeof regions;

const names: readonly Region[] = Object.keys(regions).filter((name): name is Region => name in regions);

/** The header word that holds a region's byte offset. */
export function baseOf(region: Region): number {
  return firstBase + names.indexOf(region);
}

/** Bytes that can grow in place; old views die when it does. A WebAssembly memory is one. */
export interface Bytes {
  readonly buffer: ArrayBuffer;
  /** Makes room for at least `byteLength` bytes, keeping what is there. */
  grow(byteLength: number): void;
}

/** Bytes in the JavaScript heap. */
export function createBytes(): Bytes {
  let buffer = new ArrayBuffer(0);
  return {
    get buffer() {
      return buffer;
    },
    grow(byteLength) {
      const grown = new Uint8Array(byteLength);
      grown.set(new Uint8Array(buffer));
      buffer = grown.buffer;
    },
  };
}

/**
 * All state of one search in one block of bytes, so that TypeScript and the WebAssembly kernel work on the
 * same data and a solver is reused without allocating. Literals are coded 2·variable + sign, variables count from 0.
 *
 * @source Biere et al., CaDiCaL: clause arena with inlined headers; the flat layout of watches is ours
 */
export class Memory {
  readonly bytes: Bytes;
  readonly capacity: Capacity = { variables: 0, assumptions: 0, arena: 0, pool: 0 };
  words!: Int32Array;
  reals!: Float64Array;
  activity!: Float64Array;
  level!: Int32Array;
  reason!: Int32Array;
  heap!: Int32Array;
  heapAt!: Int32Array;
  trail!: Int32Array;
  control!: Int32Array;
  levelCount!: Int32Array;
  watchStart!: Int32Array;
  watchSize!: Int32Array;
  watchLimit!: Int32Array;
  learnt!: Int32Array;
  marked!: Int32Array;
  hints!: Int32Array;
  stack!: Int32Array;
  assumptions!: Int32Array;
  histogram!: Int32Array;
  value!: Int8Array;
  seen!: Uint8Array;
  phase!: Uint8Array;
  arena!: Int32Array;
  pool!: Int32Array;

  constructor(bytes: Bytes) {
    this.bytes = bytes;
    const { end } = layout(this.capacity);
    if (bytes.buffer.byteLength < end) bytes.grow(end);
    this.view();
  }

  /** Makes room for at least this much, keeping all content; regions move apart where they grow. */
  reserve(need: Partial<Capacity>): void {
    const c = this.capacity;
    const next = {
      variables: grown(c.variables, need.variables ?? 0),
      assumptions: grown(c.assumptions, need.assumptions ?? 0),
      arena: grown(c.arena, need.arena ?? 0),
      pool: grown(c.pool, need.pool ?? 0),
    };
    if (
      next.variables === c.variables &&
      next.assumptions === c.assumptions &&
      next.arena === c.arena &&
      next.pool === c.pool
    ) {
      return;
    }
    const before = layout(c);
    const after = layout(next);
    if (after.end > this.bytes.buffer.byteLength) this.bytes.grow(after.end);
    const raw = new Uint8Array(this.bytes.buffer);
    // Last region first: each moves to a place at or after its own, over regions that have already left.
    for (let i = names.length - 1; i >= 0; i -= 1) {
      const [from, to, length] = [before.start[i]!, after.start[i]!, before.length[i]!];
      raw.copyWithin(to, from, from + length);
      raw.fill(0, to + length, to + after.length[i]!);
    }
    Object.assign(c, next);
    this.view();
  }

  private view(): void {
    const { buffer } = this.bytes;
    const { start } = layout(this.capacity);
    this.words = new Int32Array(buffer, 0, headerWords);
    this.reals = new Float64Array(buffer, 4 * headerWords, 16);
    for (let i = 0; i < names.length; i += 1) this.words[firstBase + i] = start[i]!;
    const at = (region: Region): [ArrayBuffer, number, number] => [
      buffer,
      start[names.indexOf(region)]!,
      regions[region].count(this.capacity),
    ];
    this.activity = new Float64Array(...at('activity'));
    this.level = new Int32Array(...at('level'));
    this.reason = new Int32Array(...at('reason'));
    this.heap = new Int32Array(...at('heap'));
    this.heapAt = new Int32Array(...at('heapAt'));
    this.trail = new Int32Array(...at('trail'));
    this.control = new Int32Array(...at('control'));
    this.levelCount = new Int32Array(...at('levelCount'));
    this.watchStart = new Int32Array(...at('watchStart'));
    this.watchSize = new Int32Array(...at('watchSize'));
    this.watchLimit = new Int32Array(...at('watchLimit'));
    this.learnt = new Int32Array(...at('learnt'));
    this.marked = new Int32Array(...at('marked'));
    this.hints = new Int32Array(...at('hints'));
    this.stack = new Int32Array(...at('stack'));
    this.assumptions = new Int32Array(...at('assumptions'));
    this.histogram = new Int32Array(...at('histogram'));
    this.value = new Int8Array(...at('value'));
    this.seen = new Uint8Array(...at('seen'));
    this.phase = new Uint8Array(...at('phase'));
    this.arena = new Int32Array(...at('arena'));
    this.pool = new Int32Array(...at('pool'));
    this.words[Word.arenaLimit] = this.capacity.arena;
    this.words[Word.poolLimit] = this.capacity.pool;
  }
}

/** Capacities at least double, so that n additions move O(n) words in total. */
function grown(has: number, need: number): number {
  return need <= has ? has : Math.max(need, 2 * has, 16);
}

function layout(capacity: Capacity): { start: number[]; length: number[]; end: number } {
  const start: number[] = [];
  const length: number[] = [];
  let end = headerBytes;
  for (const name of names) {
    const { bytes, count } = regions[name];
    end = Math.ceil(end / 8) * 8;
    start.push(end);
    length.push(bytes * count(capacity));
    end += bytes * count(capacity);
  }
  return { start, length, end };
}
