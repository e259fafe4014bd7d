import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createConfig } from '../machine/config.ts';
import { createIndexRouter } from './index-router.ts';
import { createMachine } from '../machine/machine.ts';
import { randomExpert, scramble } from '../machine/fixtures/random-machine.ts';
import { createRouteIndex } from './route-index.ts';
import { anyShard, createScanRouter } from './router.ts';

describe('createIndexRouter', () => {
  it('property: answers as looking at every code does, while experts come and go', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 120 }), (seed, count) => {
        const rng = createRng(`index-router/${seed}`);
        const code = (): Uint32Array => Uint32Array.of(rng.uint32() & rng.uint32(), rng.uint32() & rng.uint32());
        const routers = [createScanRouter(), createIndexRouter(createConfig({ routeScanBelow: 0 }).knobs)];
        for (let slot = 0; slot < count; slot += 1) {
          const place = { code: code(), class: rng.below(2), shard: rng.below(3) };
          for (const router of routers) router.insert(slot, place);
        }
        for (let slot = 0; slot < count; slot += 3) for (const router of routers) router.remove(slot);
        for (let i = 0; i < 5; i += 1) {
          const query = { key: code(), class: rng.below(2), shard: rng.below(4) - 1, k: rng.int(1, 20) };
          expect(query.shard).toBeGreaterThanOrEqual(anyShard);
          const [scanned, indexed] = routers.map((router) => router.query(query));
          expect([...indexed!]).toEqual([...scanned!]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('property: a machine routes alike by scanning and through tables of any substring length', () => {
    for (let seed = 0; seed < 6; seed += 1) {
      const rng = createRng(`knobs-of-route/${seed}`);
      const shape = {
        inputs: 16,
        state: 10,
        shared: 4,
        outputs: 3,
        lanes: 128,
        experts: 300,
        candidates: 12,
        picks: 3,
      };
      const [scans, probes] = [{ routeScanBelow: 4096 }, { routeScanBelow: 0, routeSubstringBits: rng.int(8, 20) }].map(
        (knobs) => createMachine(createConfig({ ...shape, ...knobs }), { compile: 'never' }),
      );
      for (let e = 0; e < 200; e += 1) {
        const expert = randomExpert(scans!, `e${e}`, rng);
        const code = [(rng.uint32() & rng.uint32()) >>> 0, rng.uint32() & 1023];
        for (const machine of [scans!, probes!]) machine.addExpert({ ...expert, code, guard: [] });
      }
      for (const machine of [scans!, probes!]) {
        scramble(machine, createRng(`planes/${seed}`));
        machine.step();
      }
      expect(probes!.lastRun()).toEqual(scans!.lastRun());
      expect(probes!.planeBytes()).toEqual(scans!.planeBytes());
    }
  });

  it('looks as far as `routeRadius`, and no farther', () => {
    const { knobs } = createConfig({ routeScanBelow: 0, routeSubstringBits: 16 });
    const [exact, near, strict] = [24, 1, 0].map((routeRadius) => createIndexRouter({ ...knobs, routeRadius }));
    const far = Array.from({ length: 4000 }, (_, i) => 0xf000_f000 + i);
    const codes = [0x0000_0000, 0x0001_0001, 0x0003_0003, 0x0007_0007, ...far];
    const places = codes.map((word) => ({ code: Uint32Array.of(word, word), class: 0, shard: 0 }));
    for (const router of [exact!, near!, strict!])
      for (const [slot, place] of places.entries()) router.insert(slot, place);
    const ask = { key: new Uint32Array(2), class: 0, shard: anyShard, k: 3 };
    expect(exact!.query(ask)).toEqual([0, 1, 2]);
    expect(near!.query(ask)).toEqual([0, 1]);
    expect(strict!.query(ask)).toEqual([0]);
  });

  it('cuts codes into substrings of as many bits as asked, once there are more than are scanned', () => {
    const cuts = (substringBits: number, scanBelow: number): number[] => {
      const index = createRouteIndex(64, { substringBits, scanBelow });
      for (let id = 0; id < 40; id += 1) index.insert({ id, code: Uint32Array.of(id, 0) });
      return index.occupancy().map(({ bits }) => bits);
    };
    expect(cuts(16, 0)).toEqual([16, 16, 16, 16]);
    expect(cuts(8, 0)).toHaveLength(8);
    expect(cuts(16, 64)).toEqual([]);
    expect(cuts(16, 62)).toHaveLength(4);
  });
});
