import { beforeAll, describe, expect, it } from 'vitest';
import { benchRoute, fullRouteBench, quickRouteBench, type RouteBenchRow } from './route.ts';
import { findUsearch } from './peer.ts';

const options = { ...quickRouteBench, sizes: [2000], bits: [64], queries: 60, rounds: 1, compared: 30, peerLimit: 0 };
const absent = findUsearch(() => {
  throw new Error('not here');
});
let rows: readonly RouteBenchRow[];

beforeAll(() => {
  rows = benchRoute(options, absent);
});

const figuresOf = ({ measured }: RouteBenchRow): Record<string, unknown> => ({ ...measured });

describe('the ROUTE benchmark', () => {
  it('asks at least as much as the suite requires in its full grid', () => {
    expect(fullRouteBench.sizes).toEqual([1e4, 1e5, 1e6]);
    expect(fullRouteBench.queries).toBeGreaterThanOrEqual(1e5);
    expect(fullRouteBench.compared).toBeGreaterThanOrEqual(1e3);
  });

  it('has a row for each engine, workload and number of candidates', () => {
    const own = rows.filter(({ engine }) => !engine.startsWith('usearch'));
    expect(own.length).toBe(4 * 3 * 2);
    expect(new Set(own.map(({ workload }) => workload))).toEqual(new Set(options.workloads));
    for (const row of own) expect(figuresOf(row)['queriesPerSecond']).toBeGreaterThan(0);
  });

  it('says that a peer was not measured, and why', () => {
    const peers = rows.filter(({ engine }) => engine.startsWith('usearch'));
    expect(peers.length).toBe(3);
    for (const row of peers) expect(figuresOf(row)['notMeasured']).toBe('usearch cannot be loaded: not here');
  });

  it('finds everything wherever the answer is exact', () => {
    const exact = rows.filter(({ engine }) => engine === 'route exact' || engine === 'scan');
    for (const row of exact) expect(figuresOf(row)['recallAt1']).toBe(1);
    for (const row of exact.filter(({ wanted }) => wanted === 16)) expect(figuresOf(row)['setRecallAt16']).toBe(1);
  });

  it('reports how full the buckets are', () => {
    const tabled = rows.filter(({ engine }) => engine.startsWith('route'));
    for (const row of tabled) expect(figuresOf(row)).toHaveProperty('occupancy');
  });

  it('measures a peer that is there, and what it misses', () => {
    class Index {
      add(): void {}
      search(_: unknown, wanted: number): { keys: bigint[] } {
        return { keys: Array.from({ length: wanted }, (_unused, i) => BigInt(i)) };
      }
    }
    const peer = findUsearch(() => ({ Index }));
    const measured = benchRoute({ ...options, workloads: ['uniform'], peerLimit: 1e4 }, peer);
    const row = measured.find(({ engine, wanted }) => engine.startsWith('usearch') && wanted === 16);
    expect(row && figuresOf(row)['queriesPerSecond']).toBeGreaterThan(0);
    expect(row && figuresOf(row)['setRecallAt16']).toBeLessThan(0.5);
  });
});
