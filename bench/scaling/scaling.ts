import { median } from '#foundation/statistics';
import { cpuMicros } from '../cpu-time.ts';
import { optimiseAtOnce } from '../engine-flags.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { machineConfiguration } from '../machine-configuration.ts';
import type { Suite, SuiteResult } from '../suite.ts';
import { atMost } from '../target.ts';
import { logSlope } from './log-slope.ts';
import { createStreamMachine, type StreamMachine } from './stream-machine.ts';

/** How much to measure. */
export interface ScalingOptions {
  /** Lengths of sequences. */
  readonly lengths: readonly number[];
  readonly repetitions: number;
  /** Short sequences are run again until there are so many steps, each from the start. */
  readonly leastSteps: number;
}

const repetitions = 5;

/** T = 10² … 10⁷; quick stops at 10⁵. @source spec/benchmark-suite §1.2: fast-path cost per step is O(1) in T */
export const scalingOptions = {
  full: { lengths: [1e2, 1e3, 1e4, 1e5, 1e6, 1e7], repetitions, leastSteps: 200_000 },
  quick: { lengths: [1e2, 1e3, 1e4, 1e5], repetitions, leastSteps: 100_000 },
} as const satisfies Readonly<Record<string, ScalingOptions>>;

/** CPU nanoseconds per step: one list per repetition, in the order of the lengths. */
export async function measureScaling(
  options: ScalingOptions,
  seed: number,
  note: (line: string) => void,
): Promise<{ readonly stream: StreamMachine; readonly times: readonly (readonly number[])[] }> {
  const stream = await createStreamMachine(seed);
  stream.run(Math.min(20_000, options.leastSteps));
  const times: number[][] = [];
  for (let repetition = 0; repetition < options.repetitions; repetition += 1) {
    note(`repetition ${repetition + 1} of ${options.repetitions}`);
    times.push(options.lengths.map((length) => nsPerStep(stream, length, options.leastSteps)));
  }
  return { stream, times };
}

function nsPerStep(stream: StreamMachine, length: number, leastSteps: number): number {
  const sequences = Math.max(1, Math.ceil(leastSteps / length));
  let micros = 0;
  for (let i = 0; i < sequences; i += 1) {
    stream.rewind();
    const start = cpuMicros();
    stream.run(length);
    micros += cpuMicros() - start;
  }
  return (micros * 1000) / (sequences * length);
}

/** The result: the median over repetitions at each length, and the slope through them. */
export function scalingResult(
  { lengths, leastSteps }: ScalingOptions,
  times: readonly (readonly number[])[],
  rest: Pick<SuiteResult, 'quick' | 'seed' | 'configuration' | 'cpuSeconds'>,
): SuiteResult {
  const medians = lengths.map((_, i) => median(times.map((time) => time[i]!)));
  const points = lengths.map((length, i) => [length, medians[i]!] as const);
  const slopes = times.map((time) => logSlope(lengths.map((length, i) => [length, time[i]!])));
  const slope = logSlope(points);
  return {
    suite: 'scaling',
    ...rest,
    tables: [
      {
        title: 'CPU time per machine step',
        columns: ['T', 'sequences', 'ns/step, median', 'least', 'most'],
        rows: lengths.map((length, i) => {
          const all = times.map((time) => time[i]!);
          const sequences = Math.max(1, Math.ceil(leastSteps / length));
          return [length, sequences, medians[i]!, Math.min(...all), Math.max(...all)];
        }),
      },
      {
        title: 'Slope of log CPU time per step against log T',
        columns: ['of', 'slope'],
        rows: [
          ['the medians', slope],
          ...slopes.map((each, i): [string, number] => [`repetition ${i + 1}`, each]),
          ['the median of the slopes', median(slopes)],
        ],
      },
    ],
    plots: [
      {
        title: 'CPU time per machine step',
        x: { label: 'T (steps)', scale: 'log' },
        y: { label: 'nanoseconds per step', scale: 'linear' },
        series: [{ name: `median of ${times.length}`, points }],
      },
    ],
    targets: [
      atMost(
        `size of the slope from T = ${lengths[0]} to ${lengths.at(-1)}, through the median of ${times.length}`,
        Math.abs(slope),
        0.02,
      ),
    ],
    notes: [
      'A sequence starts from the same planes; every step writes three fresh input planes, which make 8 keys, and steps all 512 lanes. CPU time is that of all threads.',
      `Sequences shorter than ${leastSteps} steps are run again until there are so many steps; T steps are always one uninterrupted sequence.`,
      ...(lengths.at(-1)! < 1e7 ? [`Sequences end at T = ${lengths.at(-1)}; without --quick they go to 10^7.`] : []),
    ],
  };
}

/** Shows that a step costs the same however many steps came before. */
export const scalingSuite: Suite = {
  async run(options) {
    const { quick, seed } = options;
    const begun = cpuMicros();
    optimiseAtOnce();
    const hardware = hardwareRecord().record;
    const sizes = quick ? scalingOptions.quick : scalingOptions.full;
    const { stream, times } = await measureScaling(sizes, seed, (line) => options.note(line));
    return scalingResult(sizes, times, {
      quick,
      seed,
      configuration: {
        hardware,
        machine: machineConfiguration(stream.machine),
        sizes: { ...sizes },
      },
      cpuSeconds: (cpuMicros() - begun) / 1e6,
    });
  },
};
