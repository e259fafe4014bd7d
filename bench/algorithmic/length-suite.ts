import { finalSequence, type Sequence } from '#learners/machine/plans';
import { type SynthesisedMachine, synthesiseMachine } from './synthesise-machine.ts';
import { learnEdsm } from '#learners/machine/plans/merging';
import type { Json } from '#foundation/contracts';
import { createRng } from '#foundation/kernel';
import { hardwareRecord } from '../hardware-record.ts';
import type { Plot, Suite, SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { atMost, type Target } from '../target.ts';
import { evaluateLength, type LengthCell } from './evaluate-lengths.ts';
import { learnerConfiguration, learningRow, learningTable } from './learning-table.ts';
import { tokenCycleColumns, tokenCycles } from './token-cycles.ts';
import { learnOnline, type OnlineRun, onlineTable } from './online.ts';
import { warmUp } from './warm-up.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

/** A language that is decided by how many ones a string of bits has. */
interface CountLanguage {
  readonly name: 'parity' | 'majority';
  readonly label: (ones: number, length: number) => number;
  /** What an LSTM of 21,000 parameters did, quoted. */
  readonly quoted: string;
}

const shape = { classes: 2, payloads: 0, answers: 2 } as const;
const trainedLengths = [16, 32, 64] as const;
const shortLengths = 12;
const trainingSequences = 1000;

/** How much to measure. */
export interface LengthSizes {
  readonly seeds: number;
  readonly tested: readonly number[];
  /** Sequences of a cell. */
  readonly lanes: number;
  /** The peer is asked up to this length. */
  readonly peerLimit: number;
}

/** 10,112 is the least multiple of 128 lanes that holds 10⁴ sequences. */
const fullSizes: LengthSizes = {
  seeds: 10,
  tested: [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
  lanes: 10_112,
  peerLimit: 4096,
};

const quickSizes: LengthSizes = { ...fullSizes, seeds: 2, peerLimit: 1024 };

/** With a counter macro, without, and without from strings of the lengths of the protocol alone. */
type Variant = 'counter' | 'without' | 'long only';

/** Draws the training set: half of it a curriculum of short strings, half of the lengths of the protocol; or all of those. */
function drawTraining(language: CountLanguage, seed: number, count: number, isLong = false): Sequence[] {
  const rng = createRng(`bench/${language.name}/${seed}/${isLong ? 'long' : 'train'}`);
  return Array.from({ length: count }, (_, i) => {
    const length = i < count / 2 && !isLong ? rng.int(1, shortLengths) : rng.pick(trainedLengths);
    const bits = Array.from({ length }, () => rng.bit());
    return finalSequence(bits, language.label(bits.filter((bit) => bit === 1).length, length));
  });
}

interface Learnt {
  readonly seed: number;
  readonly variant: Variant;
  readonly machine: SynthesisedMachine;
  readonly seconds: number;
  readonly cells: readonly LengthCell[];
  readonly isUnchanged: boolean;
}

function learnOne(language: CountLanguage, seed: number, variant: Variant, sizes: LengthSizes): Learnt {
  const { tested, lanes, peerLimit } = sizes;
  const counters = variant === 'counter';
  const training = drawTraining(language, seed, trainingSequences, variant === 'long only');
  const cpuSeconds = cpuSecondsSince();
  const machine = synthesiseMachine(training, shape, { parts: { counters }, maxLength: Math.max(...tested), lanes });
  const seconds = cpuSeconds();
  warmUp(machine.installed);
  const peer = learnEdsm(training, shape.classes);
  const cells = tested.map((length) =>
    evaluateLength(machine.installed, length, createRng(`bench/${language.name}/${seed}/test/${length}`), {
      label: language.label,
      ...(counters && length <= peerLimit ? { peer } : {}),
    }),
  );
  const isUnchanged = machine.installed.behaviour() === machine.behaviour;
  return { seed, variant, machine, seconds, cells, isUnchanged };
}

/** Cross-entropy in bits when answers are given the probability that the training set speaks for, (m + 1) / (m + 2). */
function crossEntropy(
  { sequences, errors }: { sequences: number; errors: number },
  learnt: SynthesisedMachine,
): number {
  const { sequences: m, errors: wrong } = learnt.learnt;
  const right = (m - wrong + 1) / (m + 2);
  const share = errors / sequences;
  return -(1 - share) * Math.log2(right) - share * Math.log2(1 - right);
}

function lengthTable(title: string, runs: readonly Learnt[], tested: readonly number[], ghz: number): Table {
  return {
    title,
    columns: [
      'T',
      'seeds',
      'sequences',
      'errors',
      'R̂_01',
      'Ĥ_ce (bits)',
      ...tokenCycleColumns,
      'cycles/sequence, amortised per lane',
      'EDSM R̂_01',
    ],
    rows: tested.map((length, i) => {
      const cells = runs.map(({ cells: each }) => each[i]!);
      const sum = (of: (cell: LengthCell) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
      const sequences = sum((cell) => cell.sequences);
      const nanoseconds = sum((cell) => cell.nanoseconds);
      const cycles = tokenCycles({ nanoseconds, ghz }, { tokens: length, sequences, lanes: cells[0]!.sequences });
      const peers = sum((cell) => cell.peerSequences);
      return [
        length,
        runs.length,
        sequences,
        sum((cell) => cell.errors),
        sum((cell) => cell.errors) / sequences,
        runs.reduce((total, run, r) => total + crossEntropy(cells[r]!, run.machine), 0) / runs.length,
        ...cycles,
        cycles[0] * length,
        peers === 0 ? null : sum((cell) => cell.peerErrors) / peers,
      ];
    }),
  };
}

function riskPlot(name: string, runs: readonly Learnt[], tested: readonly number[]): Plot {
  const withCounter = runs.filter(({ variant }) => variant === 'counter');
  const without = runs.filter(({ variant }) => variant === 'without');
  const points = (of: readonly Learnt[], risk: (cell: LengthCell) => number | undefined): [number, number][] =>
    tested.flatMap((length, i) => {
      const risks = of.map(({ cells }) => risk(cells[i]!)).filter((each) => each !== undefined);
      return risks.length === 0 ? [] : [[length, risks.reduce((sum, each) => sum + each, 0) / risks.length]];
    });
  const own = (cell: LengthCell): number => cell.errors / cell.sequences;
  return {
    title: `${name}: risk against length`,
    x: { label: 'T', scale: 'log' },
    y: { label: 'R̂_01', scale: 'linear' },
    series: [
      { name: 'with a counter macro', points: points(withCounter, own) },
      { name: 'without', points: points(without, own) },
      {
        name: 'EDSM',
        points: points(withCounter, (cell) =>
          cell.peerSequences === 0 ? undefined : cell.peerErrors / cell.peerSequences,
        ),
      },
    ],
  };
}

const says: Readonly<Record<Variant, string>> = {
  counter: 'with a counter macro',
  without: 'without a counter macro',
  'long only': `without a counter macro, T in {${trainedLengths.join(', ')}} only`,
};

/** The benchmark at given sizes. */
export function runLengths(
  language: CountLanguage,
  { quick, seed, ...options }: SuiteOptions,
  sizes: LengthSizes = quick ? quickSizes : fullSizes,
): SuiteResult {
  const { tested, lanes } = sizes;
  const cpuSeconds = cpuSecondsSince();
  const seeds = Array.from({ length: sizes.seeds }, (_, i) => seed + i);
  const hardware = hardwareRecord();
  const runs = (['counter', 'without', 'long only'] as const).flatMap((variant) =>
    seeds.map((each) => {
      options.note(`${language.name}: seed ${each}, ${says[variant]}`);
      return learnOne(language, each, variant, sizes);
    }),
  );
  const of = (variant: Variant): Learnt[] => runs.filter((run) => run.variant === variant);
  const [withCounter, without, long] = [of('counter'), of('without'), of('long only')];
  const online = seeds.map((each) => ({
    seed: each,
    ...learnOnline(drawTraining(language, each, trainingSequences), shape),
  }));
  const learning = runs.map(({ seed: each, variant, machine, seconds }) =>
    learningRow(each, says[variant], machine, seconds),
  );
  const short = `lengths 1 to ${shortLengths}, half of them`;
  const configuration = {
    hardware: hardware.record,
    training: { sequences: trainingSequences, short, lengths: [...trainedLengths] },
    test: { lengths: [...tested], sequencesPerSeed: lanes },
    seeds,
    ...learnerConfiguration(runs[0]!.machine),
  } satisfies Json;
  return {
    suite: language.name,
    quick,
    seed,
    configuration,
    tables: [
      lengthTable('With a counter macro', withCounter, tested, hardware.estimatedGHz),
      lengthTable('Without a counter macro', without, tested, hardware.estimatedGHz),
      lengthTable(
        `Without a counter macro, trained on T in {${trainedLengths.join(', ')}} only`,
        long,
        tested,
        hardware.estimatedGHz,
      ),
      onlineTable(online),
      learningTable(learning),
    ],
    plots: [riskPlot(language.name, runs, tested)],
    targets: targetsOf(runs, online, seeds.length),
    notes: [
      'EDSM has the same training sequences, in the same run.',
      language.quoted,
      'Cross-entropy: answers have probability (m + 1) / (m + 2), m the training sequences agreed with.',
    ],
    cpuSeconds: cpuSeconds(),
  };
}

function targetsOf(runs: readonly Learnt[], online: readonly OnlineRun[], seeds: number): Target[] {
  const errors = (variant: Variant): number =>
    runs
      .filter((run) => run.variant === variant)
      .reduce((sum, { cells }) => sum + cells.reduce((total, cell) => total + cell.errors, 0), 0);
  return [
    atMost(`errors at every T, with a counter macro, ${seeds} seeds`, errors('counter'), 0),
    atMost(`errors at every T, without a counter macro, ${seeds} seeds`, errors('without'), 0),
    atMost(
      `errors at every T, trained on T in {${trainedLengths.join(', ')}} only, ${seeds} seeds`,
      errors('long only'),
      0,
    ),
    atMost(
      'online: mistakes in the last half of the sequences, most of any seed',
      Math.max(...online.map(({ late }) => late)),
      0,
    ),
    atMost('training sequences', trainingSequences, 2000),
    atMost('machines changed by evaluation', runs.filter(({ isUnchanged }) => !isUnchanged).length, 0),
  ];
}

function lengthSuite(language: CountLanguage): Suite {
  return {
    // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
    run: async (options) => runLengths(language, options),
  };
}

const source = 'measured with PyTorch 1.13 on an earlier occasion, not in this run';

export const parity: CountLanguage = {
  name: 'parity',
  label: (ones) => ones & 1,
  quoted: `An LSTM of 21,000 parameters trained on 107,000 sequences of T in {16, 32, 64} stays at chance: 0.518 at 64, 0.484 at 256 (${source}).`,
};

export const paritySuite = lengthSuite(parity);

export const majoritySuite = lengthSuite({
  name: 'majority',
  label: (ones, length) => (2 * ones >= length ? 1 : 0),
  quoted: `An LSTM of 21,000 parameters trained on 107,000 sequences of T in {16, 32, 64} errs on 0.007 at 64, 0.036 at 128, 0.080 at 256 (${source}).`,
});
