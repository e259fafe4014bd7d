import { describePredictor, sizesFor } from '#learners/model/counters';
import type { Json } from '#foundation/contracts';
import { createCycleClock, type CycleClock } from '../cycle-clock.ts';
import { optimiseAtOnce } from '../engine-flags.ts';
import { hardwareRecord } from '../hardware-record.ts';
import { predictorMachine } from '../machine-configuration.ts';
import type { Plot, Suite, SuiteResult } from '../suite.ts';
import { atLeast, atMost, below, type Target } from '../target.ts';
import { findCompressors } from './compressors.ts';
import { findCorpora } from './corpora.ts';
import { installPrograms } from './install-programs.ts';
import { type CorpusFigures, measureCorpus } from './corpus-figures.ts';
import { corpusTable, roundTripTable, symbolTable, testTable, wholeTable } from './lm-tables.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

/** What the benchmark would like to have; each is left out where it is missing. */
const programs = [
  { command: 'bible', debian: 'bible-kjv' },
  { command: 'zpaq', debian: 'zpaq' },
  { command: '7zz', debian: '7zip' },
  { command: 'xz', debian: 'xz-utils' },
  { command: '/usr/games/fortune', debian: 'fortunes' },
];

/** Character-level language modelling: tables of counters mixed by mirror descent, beside compressors and an n-gram. */
export const lmSuite: Suite = {
  async run(options) {
    optimiseAtOnce();
    const cpuSeconds = cpuSecondsSince();
    installPrograms(programs, options.environment, (line) => options.note(line));
    const compressors = findCompressors(options.environment);
    const corpora = findCorpora(options);
    const absent = [...compressors, ...corpora].flatMap((each) => ('why' in each ? [`${each.name}: ${each.why}`] : []));
    const clock = await createCycleClock();
    const measureAll = (): CorpusFigures[] =>
      corpora.flatMap((corpus) => {
        if ('why' in corpus) return [];
        options.note(`${corpus.name}: ${corpus.bytes.length} bytes`);
        return [
          measureCorpus(
            corpus,
            compressors.flatMap((each) => ('run' in each ? [each] : [])),
            options.quick,
          ),
        ];
      });
    const { result: figures, ghz } = await clock.during(measureAll);
    const result: SuiteResult = {
      suite: 'lm',
      quick: options.quick,
      seed: options.seed,
      configuration: configurationOf(figures, clock),
      tables: [
        corpusTable(figures),
        symbolTable(figures),
        wholeTable(figures, ghz),
        testTable(figures, ghz),
        roundTripTable(figures),
      ],
      plots: [curvePlot(figures)],
      targets: lmTargets(figures, options.quick),
      notes: [
        ...absent.map((line) => `not measured: ${line}`),
        ...figures.filter(({ corpus }) => corpus.part !== 'all').map(({ corpus }) => `${corpus.name}: ${corpus.part}`),
        'sizes of the compressors are those of their files; given the rest means size of the whole less size without the test part',
        'compressors compare with the adaptive regime alone',
      ],
      cpuSeconds: cpuSeconds(),
    };
    return result;
  },
};

/** Everything that fixes the run. */
function configurationOf(figures: readonly CorpusFigures[], clock: CycleClock): Json {
  return {
    hardware: hardwareRecord().record,
    cycles: clock.says,
    split: 'contiguous: 90 % training, 5 % validation, 5 % test',
    tunedOn:
      'King James Bible. Prefixes of the training part: contexts, weight sets and rates. Training and validation parts: contexts that learn where a longer one is new, the groups of known contexts, weight sets by letters and words, refinements, the size of the memory, how weights learn with frozen memory. Of the other texts nothing',
    frozenTraining:
      'the first 60 % of the text adaptively; then every 5 % up to the test twice: weights learning with the memory frozen, memory learning with the weights frozen',
    trainingPasses: 'one over the whole text for the adaptive regime',
    machine: predictorMachine(Math.max(0, ...figures.map(({ ours }) => ours.memoryBytes))),
    specialised: 'the predictor is made for text; the machine of the other benchmarks is configured apart',
    predictor: describePredictor('narrow'),
    frozenPredictor: describePredictor('wide'),
    memory: figures.map(({ corpus, ours }) => ({
      corpus: corpus.name,
      bytes: ours.memoryBytes,
      ...sizesFor(corpus.bytes.length, 1),
      frozen: { bytes: ours.frozenMemoryBytes, ...sizesFor(corpus.bytes.length, 4) },
    })),
  };
}

function curvePlot(figures: readonly CorpusFigures[]): Plot {
  return {
    title: 'Bits per character along the text, adaptive',
    x: { label: 'share of the text', scale: 'linear' },
    y: { label: 'bits per character', scale: 'linear' },
    series: figures.map(({ corpus, ours }) => ({
      name: corpus.name,
      points: ours.curve.map((bits, part) => [(part + 0.5) / ours.curve.length, bits] as const),
    })),
  };
}

/** The targets of the benchmark; those of the whole Bible text are not measured on a part of it. */
function lmTargets(figures: readonly CorpusFigures[], quick: boolean): readonly Target[] {
  const bible = figures.find(({ corpus }) => corpus.name === 'King James Bible');
  const whole = bible === undefined || quick ? undefined : bible;
  const zpaqOf = (each: CorpusFigures | undefined): CorpusFigures['peers'][number] | undefined =>
    each?.peers.find(({ name }) => name === 'zpaq -m5');
  const zpaq = zpaqOf(bible);
  const speed = bible === undefined || zpaq === undefined ? null : zpaq.cpuSeconds / bible.ours.cpuSeconds;
  return [
    atMost('bits per character of the whole Bible, adaptive', whole && rate(whole, whole.ours.wholeBits), 1.27),
    atMost(
      'bits per character of the last 5 % of the Bible, fully frozen',
      whole && whole.ours.frozen / whole.testLength,
      1.5,
    ),
    ...figures.map((each) => {
      const peer = zpaqOf(each);
      const ratio = peer === undefined ? null : each.ours.wholeBits / 8 / peer.size;
      return below(`code length over zpaq -m5, ${each.corpus.name}`, ratio, 1);
    }),
    ...figures.flatMap((each) => {
      const known = each.corpus.entropyRate;
      return known === undefined
        ? []
        : [
            atMost(
              `bits per character above the true entropy rate, ${each.corpus.name}`,
              rate(each, each.ours.wholeBits) - known,
              0.1,
            ),
          ];
    }),
    atLeast('speed over zpaq -m5, King James Bible', speed, 0.6),
    ...figures.map(({ corpus, roundTrip }) =>
      atLeast(`round trip gives the same bytes, ${corpus.name}`, roundTrip.same ? 1 : 0, 1),
    ),
    ...figures.map(({ corpus, roundTrip }) =>
      atMost(`arithmetic code over code length, ${corpus.name}`, (8 * roundTrip.codeBytes) / roundTrip.bits, 1.001),
    ),
  ];
}

function rate({ corpus }: CorpusFigures, bits: number): number {
  return bits / corpus.bytes.length;
}
