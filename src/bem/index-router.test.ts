import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#kernel';
import { createConfig } from './config.ts';
import { createIndexRouter } from './index-router.ts';
import { anyShard, createScanRouter } from './router.ts';

describe('createIndexRouter', () => {
  it('property: answers as looking at every code does, while experts come and go', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 120 }), (seed, count) => {
        const rng = createRng(`index-router/${seed}`);
        const code = (): Uint32Array => Uint32Array.of(rng.uint32() & rng.uint32(), rng.uint32() & rng.uint32());
        const routers = [createScanRouter(), createIndexRouter(createConfig().knobs)];
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
});
