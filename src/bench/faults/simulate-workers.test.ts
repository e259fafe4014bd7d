import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulateWorkers } from './simulate-workers.ts';

const model = { workers: 1, inFlight: 1, jobs: 10_000, latencyMs: 100, overheadMs: 10, serialMs: 1 };

it('is exact for one worker, doubles with the second, and ends at what one server can do', () => {
  expect(simulateWorkers(model)).toBeCloseTo(1000 / 111, 6);
  expect(simulateWorkers({ ...model, workers: 2 })).toBeCloseTo(2000 / 111, 1);
  expect(simulateWorkers({ ...model, workers: 1000, jobs: 1_000_000 })).toBeCloseTo(1000, 0);
});

it('property: stays below both bounds of the network, min(N / (Z + s), 1 / s), and comes near the lower', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20 }), (workers, serialMs) => {
      const found = simulateWorkers({ ...model, workers, serialMs, jobs: 200 * workers });
      const bound = Math.min((1000 * workers) / (110 + serialMs), 1000 / serialMs);
      expect(found).toBeLessThanOrEqual(bound * (1 + 1e-9));
      expect(found).toBeGreaterThan(0.9 * bound);
    }),
    { numRuns: 60 },
  );
});
