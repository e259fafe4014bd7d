import { finalSequence, type LearntProgram } from '#learners/machine/plans';
import { runSequences } from './run-sequences.ts';
import { synthesiseMachine } from './synthesise-machine.ts';
import { learnEdsm, runMerged } from '#learners/machine/plans/merging';
import { createRng } from '#foundation/kernel';
import type { Json } from '#foundation/contracts';
import { hardwareRecord } from '../hardware-record.ts';
import { machineConfiguration } from '../machine-configuration.ts';
import type { Suite, SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';
import { candidateRates } from './candidate-rates.ts';
import { testStrings, trainedLength, trainingStrings } from './language-data.ts';
import { learnStackLanguages, stackTables, stackTargets } from './stack-cells.ts';
import { type Language, unseenLanguages } from './unseen-languages.ts';
import { cpuSecondsSince } from '../cpu-time.ts';
import { groundsOf } from './grounds-of.ts';
import { hiddenTable, hiddenTargets, learnHidden } from './hidden-machines.ts';

const shape = { classes: 2, payloads: 0, answers: 2 } as const;
const trainingSequences = 1000;
const lanes = 1024;
const noiseShare = 0.05;

/** How one language was learnt, and its errors at eight times the trained length. */
export interface LanguageOutcome {
  readonly language: string;
  readonly learnt: LearntProgram;
  readonly sequences: number;
  readonly members: number;
  readonly errors: number;
  readonly edsmErrors: number;
  readonly machine: Json;
}

/** Learns one language and tests it in the machine. */
export function learnLanguage(
  language: Language,
  path: string,
  size = { training: trainingSequences, lanes },
): LanguageOutcome {
  const rng = createRng(path);
  const training = trainingStrings(language, rng.fork('train'), size.training);
  const test = testStrings(language, rng.fork('test'), size.lanes);
  const maxLength = 8 * trainedLength;
  const { installed, learnt } = synthesiseMachine(training, shape, { maxLength, lanes: size.lanes });
  const given = runSequences(installed, test, shape);
  const right = test.map(({ labels }) => labels.at(-1)!);
  const peer = learnEdsm(training, shape.classes);
  return {
    machine: machineConfiguration(installed.machine),
    language: language.name,
    learnt,
    sequences: test.length,
    members: right.filter((label) => label === 1).length,
    errors: given.filter((answers, i) => answers.at(-1) !== right[i]).length,
    edsmErrors: test.filter(({ classes }, i) => runMerged(peer, classes).at(-1) !== right[i]).length,
  };
}

/** Parity with some labels flipped: test errors on clean strings of 256 bits. */
export function learnNoisyParity(
  seed: number,
  count: number,
): { readonly learnt: LearntProgram; readonly errors: number } {
  const rng = createRng(`bench/languages/${seed}/noise`);
  const draw = (length: number, flips: number) => {
    const bits = Array.from({ length }, () => rng.bit());
    const label = bits.filter((bit) => bit === 1).length & 1;
    return finalSequence(bits, rng.chance(flips) ? 1 - label : label);
  };
  const training = Array.from({ length: count }, () => draw(rng.int(1, trainedLength), noiseShare));
  const { installed, learnt } = synthesiseMachine(training, shape, {
    maxLength: 256,
    lanes,
    randomPath: `noise/${seed}`,
  });
  const test = Array.from({ length: lanes }, () => draw(256, 0));
  const given = runSequences(installed, test, shape);
  return { learnt, errors: given.filter((answers, i) => answers.at(-1) !== test[i]!.labels.at(-1)).length };
}

function languageTable(outcomes: readonly LanguageOutcome[]): Table {
  return {
    title: `Unseen languages: trained up to ${trainedLength} letters, tested at ${8 * trainedLength}`,
    columns: [
      'language',
      'template',
      'grounds',
      'counterexamples',
      'members of the test',
      'errors',
      'EDSM errors',
      'sequences',
    ],
    rows: outcomes.map(({ language, learnt, members, errors, edsmErrors, sequences }) => [
      language,
      learnt.template,
      groundsOf(learnt),
      learnt.counterexamples,
      members,
      errors,
      edsmErrors,
      sequences,
    ]),
  };
}

function noiseTable(noisy: readonly (ReturnType<typeof learnNoisyParity> & { readonly seed: number })[]): Table {
  return {
    title: 'Parity with 5 % of the labels flipped, tested on clean strings of 256 bits',
    columns: ['seed', 'grounds', 'template', 'training errors', 'sequences', 'test errors'],
    rows: noisy.map(({ seed, learnt, errors }) => [
      seed,
      groundsOf(learnt),
      learnt.template,
      learnt.errors,
      learnt.sequences,
      errors,
    ]),
  };
}

function runLanguages({ quick, seed, ...options }: SuiteOptions): SuiteResult {
  const cpuSeconds = cpuSecondsSince();
  const languages = unseenLanguages(seed);
  options.note(`languages: ${languages.length} of seed ${seed}`);
  const outcomes = languages.map((language, i) => learnLanguage(language, `bench/languages/${seed}/${i}`));
  const noisy = Array.from({ length: quick ? 2 : 10 }, (_, i) => ({
    seed: seed + i,
    ...learnNoisyParity(seed + i, 600),
  }));
  const stackSeeds = Array.from({ length: quick ? 1 : 3 }, (_, i) => seed + i);
  options.note(`languages: those that need a stack, ${stackSeeds.length} seeds`);
  const stacks = learnStackLanguages(stackSeeds, { training: trainingSequences, lanes: quick ? lanes : 10_112 }, quick);
  options.note('languages: hidden moduli and automata');
  const hidden = learnHidden(seed, quick);
  const learnt = (errors: (one: LanguageOutcome) => number): number =>
    outcomes.filter((one) => errors(one) === 0).length;
  return {
    suite: 'languages',
    quick,
    seed,
    configuration: {
      hardware: hardwareRecord().record,
      trainingSequences,
      trainedLength,
      testedSequences: lanes,
      machine: outcomes[0]!.machine,
      cycles: 'not timed here: parity, majority, dyck and kv say what a token costs',
      noiseShare,
    },
    tables: [
      languageTable(outcomes),
      hiddenTable(hidden),
      noiseTable(noisy),
      ...stackTables(stacks),
      candidateRates(trainingStrings(languages[0]!, createRng(`bench/languages/${seed}/rates`), 200)),
    ],
    plots: [],
    targets: [
      atLeast(
        'languages of 50 without an error',
        learnt(({ errors }) => errors),
        45,
      ),
      atMost(
        'test errors of parity learnt from flipped labels',
        noisy.reduce((sum, { errors }) => sum + errors, 0),
        0,
      ),
      ...hiddenTargets(hidden),
      ...stackTargets(stacks),
    ],
    notes: [
      `EDSM learns ${learnt(({ edsmErrors }) => edsmErrors)} of ${outcomes.length} without an error from the same strings.`,
      ...(quick ? ['Quick: of the languages that need a stack those with brackets alone, one seed.'] : []),
      'Where labels may be wrong, a space of up to 4,096 automata is looked at whole, one automaton per lane; elsewhere the solver needs so few candidates that one by one is sooner.',
      'Capacity of a stack of C words: a program is exact on every string on which it never holds more than C; beyond, a push does nothing, the machine marks the lane, and what it says may be wrong. No program over T tokens needs more than T words.',
    ],
    cpuSeconds: cpuSeconds(),
  };
}

export const languagesSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  run: async (options) => runLanguages(options),
};
