import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelClient, SkillTask, Timer } from '#contracts';
import { createAnswerWorld, train, usualSettings } from '#loops';
import { createSimulatedOptimizer, findSimulatedWorld } from '#models';
import { createScorer } from '#score';
import { openStore } from '#store';
import { cpuMicros } from '../cpu-time.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';

const LATENCY_MS = 100;
const CONCURRENCY = 64;
/** Without latency nothing is gained by more at once, but commits are shared by more. */
const CONCURRENCY_AT_ONCE = 1024;

const timer: Timer = {
  now: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
  deadline: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, 2 ** 31 - 1)),
};

interface Speed {
  readonly rollouts: number;
  /** Seconds of the whole run, and of its stages that wait for rollouts. */
  readonly seconds: number;
  readonly rolling: number;
}

interface Size {
  readonly train: number;
  readonly validation: number;
  readonly batch: number;
  readonly latency: number;
  /** Reflect on failures alone, once: for many tasks, where the memory of rollouts is what counts. */
  readonly reflectsLittle?: boolean;
}

/** Stages that wait for the target; all others wait for the optimizer. */
const rollingStages: ReadonlySet<string> = new Set(['rollout', 'evaluate', 'credit']);

/** Sums of small numbers: about two hundred bytes a task. */
function sums(split: string, count: number): SkillTask[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${split}-${i}`,
    text: `${'Add the two numbers that follow and reply with their sum alone. '.repeat(2)}What is ${i} plus ${i % 7}?`,
    type: `plus ${i % 7}`,
    data: { answers: [String(i + (i % 7))] },
  }));
}

/** Adds after so many milliseconds, and three times in ten gets it wrong. */
function adder(latency: number): ModelClient {
  return {
    id: `adder:${latency}`,
    isSimulated: true,
    async complete({ messages }) {
      if (latency > 0) await sleep(latency);
      const [, a, b] = /What is (\d+) plus (\d+)/.exec(messages.at(-1)!.content)!;
      const sum = Number(a) + Number(b);
      const usage = { calls: 1, promptTokens: 60, completionTokens: 3 };
      return { text: String(sum % 10 < 7 ? sum : sum + 1), finish: 'stop', usage };
    },
  };
}

/** One epoch of training with the journal on disk, against a model that takes so long for a reply. */
async function timeTraining({
  train: count,
  validation,
  batch,
  latency,
  reflectsLittle = false,
}: Size): Promise<Speed> {
  const tasks = { train: sums('train', count), validation: sums('validation', validation), test: sums('test', 1) };
  const scorer = createScorer({ kind: 'exact', part: 'whole' }, {});
  const world = createAnswerWorld({ name: 'sums', target: adder(latency), scorer, tasks });
  const folder = mkdtempSync(join(tmpdir(), 'pawl-throughput-'));
  const store = openStore(folder);
  const stages = new Map<string, number>();
  let [stage, since] = ['start', performance.now()];
  const enter = (next: string): void => {
    const now = performance.now();
    stages.set(stage, (stages.get(stage) ?? 0) + now - since);
    [stage, since] = [next, now];
  };
  try {
    const settings = {
      ...usualSettings,
      epochs: 1,
      batchSize: batch,
      testAtEnd: false,
      failureOnly: reflectsLittle,
      search: { ...usualSettings.search, patience: 0, ...(reflectsLittle ? { readings: 1, votes: 1 } : {}) },
      rollouts: { ...usualSettings.rollouts, concurrency: latency > 0 ? CONCURRENCY : CONCURRENCY_AT_ONCE },
    };
    const start = performance.now();
    const summary = await train({ 'SKILL.md': '# Sums\n\nAdd the numbers.\n' }, settings, {
      journal: store.createRun({ loop: 'train', seed: 1, config: {} }),
      world,
      optimizer: createSimulatedOptimizer(findSimulatedWorld('easy'), 1),
      timer,
      watch: (entered) => {
        if (entered !== '') enter(entered);
      },
    });
    enter('end');
    const rolling = [...stages].reduce((sum, [name, spent]) => sum + (rollingStages.has(name) ? spent : 0), 0);
    return { rollouts: summary.rollouts, seconds: (performance.now() - start) / 1000, rolling: rolling / 1000 };
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const columns = [
  'case',
  'rollouts',
  'seconds',
  'of these in rollouts',
  'rollouts per second',
  'share of ideal',
  'share with optimizer stages',
];

function row(
  name: string,
  { rollouts, seconds, rolling }: Speed,
  ideal: number | null,
): readonly (string | number | null)[] {
  const shares = ideal === null ? [null, null] : [ideal / rolling, ideal / seconds];
  return [name, rollouts, seconds, rolling, rollouts / rolling, ...shares];
}

/** `pawl bench train --throughput`: how close the loop comes to what its models allow. */
export async function benchThroughput(options: SuiteOptions): Promise<SuiteResult> {
  const start = cpuMicros();
  const part = options.quick ? 10 : 1;
  // First, so that the memory is its own.
  const tasks = 100_000 / part;
  options.note(`${tasks} training tasks`);
  const large = await timeTraining({
    train: tasks,
    validation: 200,
    batch: 5000 / part,
    latency: 0,
    reflectsLittle: true,
  });
  const megabytes = process.resourceUsage().maxRSS / 1024;
  options.note(`a model of ${LATENCY_MS} ms, ${CONCURRENCY} at once`);
  const waves = 120 / part;
  const slow = await timeTraining({
    train: waves * CONCURRENCY,
    validation: (waves / 4) * CONCURRENCY,
    batch: waves * CONCURRENCY,
    latency: LATENCY_MS,
  });
  const ideal = (slow.rollouts * LATENCY_MS) / 1000 / CONCURRENCY;
  options.note('a model without latency, journal on disk');
  const fast = await timeTraining({ train: 20_000 / part, validation: 4000 / part, batch: 10_000 / part, latency: 0 });
  return {
    suite: 'train-throughput',
    quick: options.quick,
    seed: options.seed,
    configuration: { latencyMs: LATENCY_MS, concurrency: CONCURRENCY, tasks, isSimulated: true },
    tables: [
      {
        title: 'Throughput of the training loop (simulated models)',
        columns,
        rows: [
          row(`${LATENCY_MS} ms, ${CONCURRENCY} at once`, slow, ideal),
          row('no latency, journal on', fast, null),
          row(`no latency, ${tasks} tasks`, large, null),
        ],
      },
    ],
    plots: [],
    targets: [
      atLeast('share of the ideal throughput at 100 ms and 64 at once', ideal / slow.rolling, 0.95),
      atLeast('rollouts per second without latency, journal on', fast.rollouts / fast.rolling, 5000),
      atMost(`megabytes of the process at its largest, ${tasks} training tasks`, megabytes, 500),
    ],
    notes: [
      'SIMULATION: the models are simulated; the journal, the budget and the engine are the real ones.',
      'The ideal is rollouts × latency / concurrency. Targets count the stages that wait for rollouts (rollout, evaluate, credit); reflecting, merging and updating wait for the optimizer, here a simulation that reads its prompts on the same core.',
    ],
    cpuSeconds: (cpuMicros() - start) / 1e6,
  };
}
