import { cpuMicros } from '../cpu-time.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';
import { type Speed, timeTraining } from './time-training.ts';

const LATENCY_MS = 100;
const CONCURRENCY = 64;
/** Without latency nothing is gained by more at once, but commits are shared by more. */
const CONCURRENCY_AT_ONCE = 1024;

const notes = [
  'SIMULATION: the models are simulated; the journal, the budget and the engine are the real ones.',
  'The ideal is rollouts × latency / concurrency. Its share leaves out the seconds in which a reply of the optimizer was awaited, which is a simulation that reads its prompts on the same core; reflecting, merging, the journal and the gate count.',
  'Rollouts per second are those of the stages that make rollouts, with key, score, journal and acknowledgement after the commit; reflecting makes none, and the column beside counts it.',
];

const columns = [
  'case',
  'rollouts',
  'seconds',
  'without waiting for the optimizer',
  'of these in stages that make rollouts',
  'rollouts per second of these stages',
  'rollouts per second without waiting for the optimizer',
  'share of ideal',
];

function row(
  name: string,
  { rollouts, seconds, ours, rolling }: Speed,
  ideal: number | null,
): readonly (string | number | null)[] {
  const share = ideal === null ? null : ideal / ours;
  return [name, rollouts, seconds, ours, rolling, rollouts / rolling, rollouts / ours, share];
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
    concurrency: CONCURRENCY_AT_ONCE,
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
    concurrency: CONCURRENCY,
  });
  const ideal = (slow.rollouts * LATENCY_MS) / 1000 / CONCURRENCY;
  options.note('a model without latency, journal on disk');
  const fast = await timeTraining({
    train: 20_000 / part,
    validation: 4000 / part,
    batch: 10_000 / part,
    latency: 0,
    concurrency: CONCURRENCY_AT_ONCE,
  });
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
      atLeast('share of the ideal throughput at 100 ms and 64 at once', ideal / slow.ours, 0.95),
      atLeast('rollouts per second without latency, journal on', fast.rollouts / fast.rolling, 5000),
      atMost(`megabytes of the process at its largest, ${tasks} training tasks`, megabytes, 500),
    ],
    notes,
    cpuSeconds: (cpuMicros() - start) / 1e6,
  };
}
