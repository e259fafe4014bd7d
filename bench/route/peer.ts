import type { Contender } from './contender.ts';
import { cpuMicros } from '../cpu-time.ts';

/** A library that finds near vectors, and the version the figures are of. */
export interface RoutePeer {
  readonly name: string;
  readonly version: string;
  /** Whether its package brings a binary, so that getting it takes seconds and no compiler. */
  readonly isPrebuilt: boolean;
  readonly parameters: string;
  /** How to store codes with what the package exports; undefined when it exports something else. */
  open(module: unknown): StoreCodes | undefined;
}

/** Stores codes under their positions. */
export type StoreCodes = (codes: readonly Uint32Array[], bits: number) => Pick<Contender, 'query' | 'prepare'>;

interface UsearchIndex {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): unknown;
  search(vector: Float32Array, wanted: number, threads: number): { readonly keys: ArrayLike<bigint> };
}

interface HnswIndex {
  initIndex(size: number, m: number, efConstruction: number, seed: number): void;
  setEf(ef: number): void;
  addPoint(point: number[], label: number): void;
  searchKnn(point: number[], wanted: number): { readonly neighbors: ArrayLike<number> };
}

/** The graph both libraries build: links per node, width of the search when adding and when asking. */
const graph = { links: 16, whenAdding: 64, whenAsking: 32 };

const usearch: RoutePeer = {
  name: 'usearch',
  version: '2.25.3',
  isPrebuilt: true,
  parameters: `HNSW over bits (b1, Hamming), connectivity ${graph.links}, expansion_add ${graph.whenAdding}, expansion_search ${graph.whenAsking}, one thread`,
  open(module) {
    const Index = exported<new (options: unknown) => UsearchIndex>(module, 'Index');
    return Index && ((codes, bits) => openUsearch(new Index(usearchOptions(bits)), codes, bits));
  },
};

const hnswlib: RoutePeer = {
  name: 'hnswlib-node',
  version: '3.0.0',
  isPrebuilt: false,
  parameters: `HNSW over 32-bit floats; it has no Hamming space, so bits are the numbers 0 and 1 in its L2 space, where the squared distance is the Hamming distance; M ${graph.links}, efConstruction ${graph.whenAdding}, ef ${graph.whenAsking}`,
  open(module) {
    const Index = exported<new (space: string, dimensions: number) => HnswIndex>(module, 'HierarchicalNSW');
    return Index && ((codes, bits) => openHnsw(new Index('l2', bits), codes, bits));
  },
};

/** The peers of ROUTE. */
export const routePeers: readonly RoutePeer[] = [usearch, hnswlib];

/** The peer with the codes stored in it. */
export function peerContender(
  peer: RoutePeer,
  store: StoreCodes,
  codes: readonly Uint32Array[],
  bits: number,
): Contender {
  const start = cpuMicros();
  const stored = store(codes, bits);
  const buildSeconds = (cpuMicros() - start) / 1e6;
  return { engine: peer.name, parameters: `${peer.name} ${peer.version}: ${peer.parameters}`, buildSeconds, ...stored };
}

function usearchOptions(bits: number): Readonly<Record<string, unknown>> {
  return {
    metric: 'hamming',
    dimensions: bits,
    quantization: 'b1',
    connectivity: graph.links,
    expansion_add: graph.whenAdding,
    expansion_search: graph.whenAsking,
  };
}

const CHUNK = 1000;

function openUsearch(index: UsearchIndex, codes: readonly Uint32Array[], bits: number): ReturnType<StoreCodes> {
  for (let at = 0; at < codes.length; at += CHUNK) {
    const chunk = codes.slice(at, at + CHUNK);
    const vectors = new Float32Array(chunk.length * bits);
    for (const [i, code] of chunk.entries()) unpack(code, bits, vectors, i * bits);
    index.add(
      BigUint64Array.from(chunk, (_, i) => BigInt(at + i)),
      vectors,
      1,
    );
  }
  const ready = remembered((code) => {
    const vector = new Float32Array(bits);
    unpack(code, bits, vector, 0);
    return vector;
  });
  return { query: (code, wanted) => index.search(ready.of(code), wanted, 1).keys, prepare: ready.prepare };
}

function openHnsw(index: HnswIndex, codes: readonly Uint32Array[], bits: number): ReturnType<StoreCodes> {
  const pointOf = (code: Uint32Array): number[] => {
    const point = new Array<number>(bits).fill(0);
    unpack(code, bits, point, 0);
    return point;
  };
  index.initIndex(codes.length, graph.links, graph.whenAdding, 100);
  index.setEf(graph.whenAsking);
  for (const [label, code] of codes.entries()) index.addPoint(pointOf(code), label);
  const ready = remembered(pointOf);
  return { query: (code, wanted) => index.searchKnn(ready.of(code), wanted).neighbors, prepare: ready.prepare };
}

/** The packages take bits as floating-point numbers. */
function unpack(code: Uint32Array, bits: number, into: { [index: number]: number }, at: number): void {
  for (let i = 0; i < bits; i += 1) into[at + i] = (code[i >>> 5]! >>> (i & 31)) & 1;
}

interface Remembered<T> {
  readonly of: (code: Uint32Array) => T;
  readonly prepare: (codes: readonly Uint32Array[]) => void;
}

function remembered<T extends object>(make: (code: Uint32Array) => T): Remembered<T> {
  const ready = new WeakMap<Uint32Array, T>();
  return {
    of: (code) => ready.get(code) ?? make(code),
    prepare: (codes) => {
      for (const code of codes) ready.set(code, make(code));
    },
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the package exports
function exported<T extends abstract new (...args: never) => unknown>(module: unknown, name: string): T | undefined {
  const inside = property(property(module, 'default'), name) ?? property(module, name);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a package exports is checked by using it
  return typeof inside === 'function' ? (inside as unknown as T) : undefined;
}

function property(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined;
}
