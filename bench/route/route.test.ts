import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { exactEngine, scanEngine } from './contender.ts';
import { fullRoute, quickRoute, tinyRoute } from './options.ts';
import { findPeer, type FoundPeer } from './peer-cache.ts';
import { peerContender, type RoutePeer, routePeers } from './peer.ts';
import { qualityOf } from './quality.ts';
import { benchRoute, type RouteSection } from './route.ts';
import type { RouteRow } from './route-row.ts';
import { routeTargets } from './route-targets.ts';
import { drawCodes, drawQueries } from './workload.ts';

const noted: string[] = [];
let section: RouteSection;

beforeAll(() => {
  const world = { environment: { PAWL_PEERS: '/nonexistent' }, note: (line: string) => void noted.push(line) };
  section = benchRoute(tinyRoute, world)(2);
});

const rowsOf = (engine: string): RouteRow[] => section.rows.filter((row) => row.engine === engine);
const figuresOf = ({ measured }: RouteRow): Record<string, unknown> => ({ ...measured });

describe('the ROUTE benchmark', () => {
  it('asks at least as much as the specification requires in its full grid', () => {
    expect(new Set(fullRoute.cells.map(({ size }) => size))).toEqual(new Set([1e4, 1e5, 1e6]));
    expect(new Set(fullRoute.cells.map(({ bits }) => bits))).toEqual(new Set([64, 128, 256]));
    expect(fullRoute.queries).toBeGreaterThanOrEqual(1e5);
    expect(fullRoute.compared).toBeGreaterThanOrEqual(1e3);
    expect(quickRoute.cells.some(({ size, peers }) => size === 1e6 && peers.length > 0)).toBe(false);
  });

  it('has a row for each engine, workload and number of candidates', () => {
    const own = section.rows.filter(({ isOurs }) => isOurs);
    expect(own.length).toBe(5 * 4 * 2);
    for (const row of own) expect(figuresOf(row)['queries']).toBe(tinyRoute.queries);
    for (const row of own) {
      const { cyclesPerQuery, microsPerQuery } = figuresOf(row);
      expect(cyclesPerQuery).toBe(Number(microsPerQuery) * 2000);
      expect(figuresOf(row)['mostCyclesPerQuery']).toBeGreaterThanOrEqual(Number(cyclesPerQuery));
    }
  });

  it('says that a peer was not measured, and why, and fetches nothing unasked', () => {
    for (const { name } of routePeers) {
      expect(rowsOf(name).length).toBe(4 * 2);
      for (const row of rowsOf(name)) expect(figuresOf(row)['notMeasured']).toContain(`Cannot find module '${name}'`);
    }
    expect(noted.some((line) => line.startsWith('getting'))).toBe(false);
  });

  it('finds everything wherever the answer is exact', () => {
    for (const row of [...rowsOf(exactEngine), ...rowsOf(scanEngine)]) {
      expect(figuresOf(row)).toMatchObject({ recallAt1: 1, recallAtK: 1 });
      expect(figuresOf(row)['setRecallAt16']).toBe(row.candidates === 16 ? 1 : null);
    }
  });

  it('reports how full the buckets are', () => {
    for (const row of rowsOf(exactEngine)) {
      const { occupancy } = figuresOf(row);
      expect(occupancy).toMatchObject({ min: 0 });
    }
  });
});

describe('queries of the routing benchmark', () => {
  it('come from stored codes as often as the workload says', () => {
    const codes = drawCodes('uniform', { bits: 64, size: 200 }, createRng('codes'));
    const stored = new Set(codes.map(String));
    const share = (workload: 'mixture' | 'near-duplicate' | 'uniform'): number => {
      const queries = drawQueries(workload, codes, { bits: 64, count: 400 }, createRng(workload));
      return queries.filter((query) => stored.has(String(query))).length / queries.length;
    };
    expect(share('mixture')).toBeCloseTo(0.5, 1);
    expect([share('near-duplicate'), share('uniform')]).toEqual([0, 0]);
  });
});

describe('a peer of the routing benchmark', () => {
  const fake = (): FoundPeer => {
    class Index {
      add(): void {}
      search(_: unknown, wanted: number): { keys: bigint[] } {
        return { keys: Array.from({ length: wanted }, (_unused, i) => BigInt(i)) };
      }
    }
    const peer = routePeers.find(({ name }) => name === 'usearch')!;
    return { peer, store: peer.open({ default: { Index } }) };
  };

  it('is asked and judged like our own engines', () => {
    const { peer, store } = fake();
    const codes = drawCodes('uniform', { bits: 64, size: 300 }, createRng('peer'));
    const contender = peerContender(peer, store!, codes, 64);
    const queries = [codes[0]!, codes[299]!];
    contender.prepare?.(queries);
    const truth = { queries, distances: queries.map(() => [0, 20]) };
    expect(qualityOf(contender, codes, truth, 16)).toMatchObject({ compared: 2, recallAt1: 0.5, recallAtK: 0.5 });
  });

  it('that exports something else is not measured', () => {
    const strange: RoutePeer = { ...fake().peer, name: 'node:path' };
    const found = findPeer(strange, { folder: '/nonexistent', fetch: 'never', note: () => {} });
    expect(found).toMatchObject({ store: undefined, why: 'the package exports no index' });
  });
});

describe('the targets of the routing benchmark', () => {
  const row = (engine: string, workload: RouteRow['workload'], measured: Record<string, unknown>): RouteRow =>
    ({
      engine,
      isOurs: engine !== 'usearch',
      workload,
      bits: 64,
      nodes: 1e5,
      candidates: 16,
      measured: { recallAt1: 1, setRecallAt16: 1, queriesPerSecond: 1, ratios: {}, ...measured },
    }) as unknown as RouteRow;

  it('take the fastest engine whose answers are good enough, and no other', () => {
    const rows = [
      row('usearch', 'clustered', { setRecallAt16: 0.9 }),
      row('fast and bad', 'clustered', { setRecallAt16: 0.8, queriesPerSecond: 9, ratios: { usearch: { speed: 90 } } }),
      row('good', 'clustered', { setRecallAt16: 0.95, queriesPerSecond: 4, ratios: { usearch: { speed: 4 } } }),
      row('slow', 'clustered', { queriesPerSecond: 2, ratios: { usearch: { speed: 2 } } }),
      row('careless', 'near-duplicate', { recallAt1: 0.99, queriesPerSecond: 9, ratios: { usearch: { speed: 99 } } }),
      row('exact', 'near-duplicate', { queriesPerSecond: 5, ratios: { usearch: { speed: 60 } } }),
    ];
    const targets = routeTargets(rows);
    const find = (part: string): object | undefined => targets.find(({ name }) => name.includes(part));
    expect(find('clustered, N = 10^5, 64')).toMatchObject({ value: 4, status: 'missed' });
    expect(find('64 bits, K_cand = 16: queries/s against usearch at recall@1')).toMatchObject({
      value: 60,
      status: 'met',
    });
    expect(find('128 bits, K_cand = 16: queries/s')).toMatchObject({ value: null, status: 'not measured' });
  });
});
