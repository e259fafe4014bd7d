import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal, SkillWorld, Timer } from '#contracts';
import { train, usualSettings } from '#loops';
import { createSimulatedOptimizer, createSimulatedWorld, findSimulatedWorld, type WorldData } from '#models';
import { openStore } from '#store';
import { cpuMicros } from '../cpu-time.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';

const LATENCY_MS = 100;
const CONCURRENCY = 64;

const timer: Timer = {
  now: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
  deadline: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, 2 ** 31 - 1)),
};

interface Speed {
  readonly rollouts: number;
  readonly seconds: number;
}

/** One epoch of training with the journal on disk, against a world that takes so long for a rollout. */
async function timeTraining(splits: WorldData['splits'], batchSize: number, latency: number): Promise<Speed> {
  const data = { ...findSimulatedWorld('easy'), splits };
  const world = createSimulatedWorld(data, 1);
  const slow: SkillWorld = {
    ...world,
    async rollout(request, signal) {
      if (latency > 0) await sleep(latency);
      return world.rollout(request, signal);
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'pawl-throughput-'));
  const store = openStore(folder);
  try {
    const journal: Journal = store.createRun({ loop: 'train', seed: 1, config: {} });
    const settings = {
      ...usualSettings,
      epochs: 1,
      batchSize,
      testAtEnd: false,
      rollouts: { ...usualSettings.rollouts, concurrency: latency > 0 ? CONCURRENCY : 1024 },
    };
    const start = performance.now();
    const summary = await train(world.firstSkill, settings, {
      journal,
      world: slow,
      optimizer: createSimulatedOptimizer(data, 1),
      timer,
    });
    return { rollouts: summary.rollouts, seconds: (performance.now() - start) / 1000 };
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `pawl bench train --throughput`: how close the loop comes to what its models allow. */
export async function benchThroughput(options: SuiteOptions): Promise<SuiteResult> {
  const start = cpuMicros();
  options.note(`a model of ${LATENCY_MS} ms, ${CONCURRENCY} at once`);
  const size = options.quick ? 640 : 1280;
  const slow = await timeTraining({ train: 2 * size, validation: size, test: 1 }, size, LATENCY_MS);
  const ideal = (slow.rollouts * LATENCY_MS) / 1000 / CONCURRENCY;
  options.note('a model without latency, journal on disk');
  const fast = await timeTraining({ train: 10_000, validation: 2000, test: 1 }, 5000, 0);
  options.note('100,000 training tasks');
  const tasks = options.quick ? 10_000 : 100_000;
  await timeTraining({ train: tasks, validation: 200, test: 1 }, tasks / 2, 0);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return {
    suite: 'train-throughput',
    quick: options.quick,
    seed: options.seed,
    configuration: { latencyMs: LATENCY_MS, concurrency: CONCURRENCY, tasks, isSimulated: true },
    tables: [
      {
        title: 'Throughput of the training loop (simulated models)',
        columns: ['case', 'rollouts', 'seconds', 'rollouts per second', 'share of ideal'],
        rows: [
          [
            `${LATENCY_MS} ms, ${CONCURRENCY} at once`,
            slow.rollouts,
            slow.seconds,
            slow.rollouts / slow.seconds,
            ideal / slow.seconds,
          ],
          ['no latency, journal on', fast.rollouts, fast.seconds, fast.rollouts / fast.seconds, null],
        ],
      },
    ],
    plots: [],
    targets: [
      atLeast('share of the ideal throughput at 100 ms and 64 at once', ideal / slow.seconds, 0.95),
      atLeast('rollouts per second without latency, journal on', fast.rollouts / fast.seconds, 5000),
      atMost(`megabytes of the process at its largest, ${tasks} training tasks`, megabytes, 500),
    ],
    notes: ['SIMULATION: the models are simulated; the journal, the budget and the engine are the real ones.'],
    cpuSeconds: (cpuMicros() - start) / 1e6,
  };
}
