import { finalSequence, type LearntProgram, type Sequence } from '#learners/machine/plans';
import { runSequences } from './run-sequences.ts';
import { synthesiseMachine } from './synthesise-machine.ts';
import { learnEdsm, runMerged } from '#learners/machine/plans/merging';
import { createRng, type Rng } from '#foundation/kernel';
import { cpuSecondsSince } from '../cpu-time.ts';
import type { Table } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { groundsOf } from './grounds-of.ts';

const shape = { classes: 2, payloads: 0, answers: 2 } as const;
const [TRAINING, TESTED, LANES] = [1000, 128, 1024];
/** Residues of a modulus of 16 come in strings of some length only. */
const TRAINED = { modulus: 48, automaton: 16 } as const;
const MODULI = [8, 16] as const;
const STATES = [5, 12] as const;

/** One machine nobody named, and how it was learnt. */
export interface HiddenOutcome {
  readonly kind: 'modulus' | 'automaton';
  readonly name: string;
  readonly learnt: LearntProgram;
  readonly errors: number;
  readonly edsmErrors: number;
  readonly seconds: number;
}

type Label = (tokens: readonly number[]) => number;

/** How many of a letter modulo m lie in a drawn set of residues. */
function drawModulus(rng: Rng, modulus: number): Label {
  const letter = rng.bit();
  const accepted = Array.from({ length: modulus }, () => rng.bit());
  accepted[rng.below(modulus)] = 1;
  accepted[accepted.indexOf(1) === 0 ? 1 : 0] = 0;
  return (tokens) => accepted[tokens.filter((token) => token === letter).length % modulus]!;
}

/** An automaton of so many states, some of which may not be reached; between a fifth and four fifths of long strings belong. */
function drawAutomaton(rng: Rng, states: number): Label {
  for (let attempt = 0; ; attempt += 1) {
    const draw = rng.fork(attempt);
    const next = Array.from({ length: 2 * states }, () => draw.below(states));
    const finals = Array.from({ length: states }, () => draw.bit());
    const label: Label = (tokens) => finals[tokens.reduce((state, token) => next[2 * state + token]!, 0)]!;
    const strings = Array.from({ length: 200 }, () => Array.from({ length: 40 }, () => draw.bit()));
    const share = strings.filter((tokens) => label(tokens) === 1).length / strings.length;
    if (share >= 0.2 && share <= 0.8) return label;
  }
}

function learnOne(kind: HiddenOutcome['kind'], size: number, path: string): HiddenOutcome {
  const rng = createRng(path);
  const label = (kind === 'modulus' ? drawModulus : drawAutomaton)(rng.fork('machine'), size);
  const draw = (stream: Rng, length: number): Sequence => {
    const tokens = Array.from({ length }, () => stream.bit());
    return finalSequence(tokens, label(tokens));
  };
  const [train, test] = [rng.fork('train'), rng.fork('test')];
  const training = Array.from({ length: TRAINING }, () => draw(train, train.int(1, TRAINED[kind])));
  const tests = Array.from({ length: LANES }, () => draw(test, TESTED - test.bit()));
  const cpuSeconds = cpuSecondsSince();
  const { installed, learnt } = synthesiseMachine(training, shape, { maxLength: TESTED, lanes: LANES });
  const seconds = cpuSeconds();
  const right = tests.map(({ labels }) => labels.at(-1)!);
  const peer = learnEdsm(training, shape.classes);
  return {
    kind,
    name: kind === 'modulus' ? `modulus ${size}` : `automaton of ${size} states`,
    learnt,
    errors: runSequences(installed, tests, shape).filter((answers, i) => answers.at(-1) !== right[i]).length,
    edsmErrors: tests.filter(({ classes }, i) => runMerged(peer, classes).at(-1) !== right[i]).length,
    seconds,
  };
}

/** Moduli from 8 to 16 and automata of 5 to 12 states, drawn. */
export function learnHidden(seed: number, quick: boolean): HiddenOutcome[] {
  const sizes = ([low, high]: readonly [number, number], each: number): number[] =>
    Array.from({ length: high - low + 1 }, (_, i) => low + i).flatMap((size) => new Array<number>(each).fill(size));
  const moduli = quick ? [MODULI[1]] : sizes(MODULI, 2);
  const states = quick ? [STATES[0]] : sizes(STATES, 2);
  return [
    ...moduli.map((size, i) => learnOne('modulus', size, `bench/languages/${seed}/modulus/${i}`)),
    ...states.map((size, i) => learnOne('automaton', size, `bench/languages/${seed}/hidden/${i}`)),
  ];
}

export function hiddenTable(outcomes: readonly HiddenOutcome[]): Table {
  return {
    title: `Hidden moduli (trained up to ${TRAINED.modulus} letters) and automata (up to ${TRAINED.automaton}), tested at ${TESTED}`,
    columns: ['machine', 'grounds', 'template', 'errors', 'EDSM errors', 'sequences', 'CPU s, proofs included'],
    rows: outcomes.map(({ name, learnt, errors, edsmErrors, seconds }) => [
      name,
      groundsOf(learnt),
      learnt.template,
      errors,
      edsmErrors,
      LANES,
      seconds,
    ]),
  };
}

export function hiddenTargets(outcomes: readonly HiddenOutcome[]): Target[] {
  const share = (kind: HiddenOutcome['kind']): number => {
    const all = outcomes.filter((one) => one.kind === kind);
    return all.filter(({ errors }) => errors === 0).length / all.length;
  };
  return [
    atLeast('share of hidden moduli from 8 to 16 without an error', share('modulus'), 0.9),
    atLeast('share of hidden automata of 5 to 12 states without an error', share('automaton'), 0.9),
    atMost(
      'hidden machines called exact that err on longer strings',
      outcomes.filter(({ learnt, errors }) => learnt.grounds === 'exact' && errors > 0).length,
      0,
    ),
  ];
}
