import { createRequire } from 'node:module';
import type { RouteEngine } from './engine.ts';

/** A peer that can be measured here, or why not. */
export type FoundPeer = { readonly engine: RouteEngine } | { readonly name: string; readonly notMeasured: string };

interface PeerIndex {
  add(key: unknown, vector: Float32Array, threads?: number): unknown;
  search(vector: Float32Array, wanted: number, threads?: number): { readonly keys: ArrayLike<number | bigint> };
}

/**
 * `usearch` (native HNSW over bits) when it is installed beside the program; it is never a dependency. `load` finds a package by
 * name.
 */
export function findUsearch(load: (name: string) => unknown = createRequire(import.meta.url)): FoundPeer {
  const name = 'usearch b1 M=16 ef=32';
  try {
    const Index = constructorOf(load('usearch'));
    if (Index === undefined) return { name, notMeasured: 'the package exports no Index' };
    return { engine: { name, build: (codes, bits) => buildUsearch(new Index(optionsFor(bits)), codes, bits) } };
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { name, notMeasured: `usearch cannot be loaded: ${why}` };
  }
}

function optionsFor(bits: number): Readonly<Record<string, unknown>> {
  return {
    metric: 'hamming',
    dimensions: bits,
    quantization: 'b1',
    connectivity: 16,
    expansion_add: 64,
    expansion_search: 32,
  };
}

function buildUsearch(index: PeerIndex, codes: readonly Uint32Array[], bits: number): ReturnType<RouteEngine['build']> {
  for (const [i, code] of codes.entries()) index.add(BigInt(i), unpacked(code, bits), 1);
  // The package takes bits as floating-point numbers; queries are unpacked once, outside what is timed.
  const ready = new WeakMap<Uint32Array, Float32Array>();
  return {
    query(code, wanted) {
      const vector = ready.get(code) ?? unpacked(code, bits);
      ready.set(code, vector);
      return Array.from(index.search(vector, wanted, 1).keys, Number);
    },
  };
}

function unpacked(code: Uint32Array, bits: number): Float32Array {
  return Float32Array.from({ length: bits }, (_, i) => (code[i >>> 5]! >>> (i & 31)) & 1);
}

function constructorOf(module: unknown): (new (options: unknown) => PeerIndex) | undefined {
  const inside = property(property(module, 'default'), 'Index') ?? property(module, 'Index');
  return isConstructor(inside) ? inside : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isConstructor(value: unknown): value is new (options: unknown) => PeerIndex {
  return typeof value === 'function';
}
