import type { InstalledProgram } from '#learners/machine/plans/programs';
import { installProgram, synthesiseMachine } from './synthesise-machine.ts';
import type { LearntProgram, Sequence } from '#learners/machine/plans';
import { runSequences } from './run-sequences.ts';
import { learnEdsm, runMerged } from '#learners/machine/plans/merging';
import { createRng } from '#foundation/kernel';
import type { Table } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { testStrings, trainedLength, trainingStrings } from './language-data.ts';
import { type StackLanguage, stackLanguages } from './stack-languages.ts';
import { cpuSecondsSince } from '../cpu-time.ts';
import { groundsOf } from './grounds-of.ts';

/** A marker in the middle makes a string a letter longer. */
const maxLength = 8 * trainedLength + 1;

/** Words of the small stack that shows what happens beyond its capacity. */
const SCARCE_WORDS = 16;

/** How much is learnt from and tested. */
export interface StackSizes {
  readonly training: number;
  readonly lanes: number;
}

/** What a stack of few words does with the same strings: those that fit it, and those whose lanes mark that it was too full. */
interface Capacity {
  readonly fitting: number;
  readonly fittingErrors: number;
  readonly beyond: number;
  readonly beyondErrors: number;
}

export interface StackOutcome {
  readonly seed: number;
  readonly language: string;
  readonly learnt: LearntProgram;
  readonly proved: readonly string[];
  readonly seconds: number;
  readonly sequences: number;
  readonly members: number;
  readonly deepest: number;
  readonly errors: number;
  readonly edsmErrors: number;
  readonly capacity: Capacity | undefined;
}

/** Learns one language from strings with a label after every letter, and tests it at eight times the length. */
export function learnStackLanguage(language: StackLanguage, seed: number, size: StackSizes): StackOutcome {
  const shape = { classes: language.classes, payloads: 0, answers: 2 };
  const rng = createRng(`bench/stack/${seed}/${language.name}`);
  const training = trainingStrings(language, rng.fork('train'), size.training).map((one) => labelled(language, one));
  const test = testStrings(language, rng.fork('test'), size.lanes);
  const cpuSeconds = cpuSecondsSince();
  const machine = synthesiseMachine(training, shape, { maxLength, lanes: size.lanes });
  const seconds = cpuSeconds();
  const right = test.map(({ labels }) => labels.at(-1)!);
  const wrongIn = (installed: InstalledProgram): boolean[] =>
    runSequences(installed, test, shape).map((answers, i) => answers.at(-1) !== right[i]);
  const peer = learnEdsm(training, shape.classes);
  const depths = test.map(({ classes }) => language.depth(classes));
  const { learnt } = machine;
  const hasStack = learnt.program.kind === 'automaton' && learnt.program.symbols !== undefined;
  return {
    seed,
    language: language.name,
    learnt,
    proved: machine.claims.map(({ claim }) => claim).filter((claim) => claim.includes('stack')),
    seconds: seconds,
    sequences: test.length,
    members: right.filter((label) => label === 1).length,
    deepest: Math.max(...depths),
    errors: wrongIn(machine.installed).filter(Boolean).length,
    edsmErrors: test.filter(({ classes }, i) => runMerged(peer, classes).at(-1) !== right[i]).length,
    capacity: hasStack ? capacityOf(learnt, size.lanes, wrongIn) : undefined,
  };
}

function capacityOf(
  learnt: LearntProgram,
  lanes: number,
  wrongIn: (installed: InstalledProgram) => boolean[],
): Capacity {
  const installed = installProgram(learnt.program, { maxLength, stackWords: SCARCE_WORDS, lanes });
  const wrong = wrongIn(installed);
  const { machine, plan } = installed;
  const overflowed = machine.readPlane(machine.planes.regions.state.first + plan.stack!.overflowed);
  const isBeyond = wrong.map((_, lane) => ((overflowed[lane >>> 5]! >>> (lane & 31)) & 1) === 1);
  const beyond = isBeyond.filter(Boolean).length;
  const beyondErrors = wrong.filter((isWrong, lane) => isWrong && isBeyond[lane]!).length;
  const errors = wrong.filter(Boolean).length;
  return { fitting: wrong.length - beyond, fittingErrors: errors - beyondErrors, beyond, beyondErrors };
}

/** The same string with the label of every prefix. */
function labelled(language: StackLanguage, { classes }: Sequence): Sequence {
  return {
    classes,
    labels: Int16Array.from(classes, (_, t) => (language.accepts(classes.subarray(0, t + 1)) ? 1 : 0)),
  };
}

/** The languages of some seeds; in quick runs those with brackets alone, which are found within seconds. */
export function learnStackLanguages(seeds: readonly number[], size: StackSizes, quick: boolean): StackOutcome[] {
  return seeds.flatMap((seed) =>
    stackLanguages(seed)
      .filter(({ name }) => !quick || name.includes('Dyck'))
      .map((language) => learnStackLanguage(language, seed, size)),
  );
}

export function stackTables(outcomes: readonly StackOutcome[]): Table[] {
  return [
    {
      title: `Languages that need a stack: trained up to ${trainedLength} letters, tested at ${8 * trainedLength}, ${maxLength} words`,
      columns: [
        'language',
        'seed',
        'template',
        'grounds',
        'training strings',
        'counterexamples',
        'CPU s, proofs included',
        'members of the test',
        'deepest',
        'errors',
        'EDSM errors',
        'sequences',
        'proved',
      ],
      rows: outcomes.map((one) => [
        one.language,
        one.seed,
        one.learnt.template,
        groundsOf(one.learnt),
        one.learnt.sequences,
        one.learnt.counterexamples,
        one.seconds,
        one.members,
        one.deepest,
        one.errors,
        one.edsmErrors,
        one.sequences,
        one.proved.join('; '),
      ]),
    },
    {
      title: `Capacity: the same programs and strings with ${SCARCE_WORDS} words of stack`,
      columns: ['language', 'seed', 'strings that fit', 'errors', 'strings marked too deep', 'errors among them'],
      rows: outcomes.map(({ language, seed, capacity }) => [
        language,
        seed,
        capacity?.fitting ?? null,
        capacity?.fittingErrors ?? null,
        capacity?.beyond ?? null,
        capacity?.beyondErrors ?? null,
      ]),
    },
  ];
}

export function stackTargets(outcomes: readonly StackOutcome[]): Target[] {
  const sum = (of: (capacity: Capacity) => number): number | null => {
    const known = outcomes.flatMap(({ capacity }) => capacity ?? []);
    return known.length === 0 ? null : known.reduce((total, each) => total + of(each), 0);
  };
  return [
    atLeast(
      `languages of ${outcomes.length} that need a stack, without an error`,
      outcomes.filter(({ errors }) => errors === 0).length,
      outcomes.length,
    ),
    atMost(
      'errors of a small stack on strings that fit it',
      sum(({ fittingErrors }) => fittingErrors),
      0,
    ),
  ];
}
