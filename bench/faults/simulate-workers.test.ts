import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { fitWorkers, meanThroughput, simulateWorkers } from './simulate-workers.ts';

const model = { workers: 1, perMachine: 1, aloneMs: 105, machineMs: 5, serialMs: 1 };

it('property: what is played comes to what mean values say, on one machine', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 10 }),
      (workers, machineMs, serialMs) => {
        const one = { ...model, workers, perMachine: workers, machineMs, serialMs };
        const played = simulateWorkers(one, 20_000, createRng('bench/test/workers'));
        expect(played / meanThroughput(one)).toBeGreaterThan(0.96);
        expect(played / meanThroughput(one)).toBeLessThan(1.04);
      },
    ),
    { numRuns: 20 },
  );
});

it('ends at what one server can do, and machines of their own do not stand in one line', () => {
  const rng = createRng('bench/test/many-workers');
  expect(simulateWorkers({ ...model, workers: 1000 }, 200_000, rng) / 1000).toBeCloseTo(1, 1);
  const apart = simulateWorkers({ ...model, workers: 20, machineMs: 50, serialMs: 0 }, 20_000, rng);
  const together = simulateWorkers({ ...model, workers: 20, perMachine: 20, machineMs: 50, serialMs: 0 }, 20_000, rng);
  expect(apart).toBeGreaterThan(120);
  expect(together).toBeLessThan(21);
});

it('finds the shares of a job again that made the throughputs', () => {
  const made = { aloneMs: 110, machineMs: 12, serialMs: 2 };
  const measured = [1, 2, 4, 8].map((workers) => ({ workers, jobsPerSecond: meanThroughput({ ...made, workers }) }));
  const found = fitWorkers(measured, 2);
  expect(found.machineMs).toBeCloseTo(12, 0);
  expect(found.aloneMs + found.machineMs).toBeCloseTo(122, 6);
});
