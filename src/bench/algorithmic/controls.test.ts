import { describe, expect, it } from 'vitest';
import { finalSequence, runSequences, type Sequence, type SequenceShape, synthesiseMachine } from '#bem/synthesis';
import { createRng, type Rng } from '#kernel';
import { drawDyck, judgeDyck } from './dyck-strings.ts';
import { drawPairs, kvShape, queryPlaces } from './kv-sequences.ts';
import { drawString } from './language-data.ts';
import { stackLanguages } from './stack-languages.ts';

interface Task {
  readonly name: string;
  readonly shape: SequenceShape;
  readonly maxLength: number;
  /** Training sequences. */
  readonly training?: number;
  draw(rng: Rng, isTest: boolean): Sequence;
}

const bits: SequenceShape = { classes: 2, payloads: 0, answers: 2 };

function counted(name: string, label: (ones: number, length: number) => number): Task {
  return {
    name,
    shape: bits,
    maxLength: 64,
    draw: (rng, isTest) => {
      const length = isTest ? 48 : rng.int(1, 12);
      const tokens = Array.from({ length }, () => rng.bit());
      return finalSequence(tokens, label(tokens.filter((bit) => bit === 1).length, length));
    },
  };
}

const tasks: readonly Task[] = [
  counted('parity', (ones) => ones & 1),
  counted('majority', (ones, length) => (2 * ones >= length ? 1 : 0)),
  {
    name: 'dyck',
    shape: bits,
    maxLength: 64,
    draw: (rng, isTest) => {
      const tokens = isTest ? drawDyck(rng, 48, 16) : drawDyck(rng, rng.int(1, 12), 4);
      return finalSequence(tokens, judgeDyck(tokens).final);
    },
  },
  {
    name: 'kv',
    shape: kvShape(8),
    maxLength: 64,
    draw: (rng, isTest) =>
      drawPairs(rng, { pairs: isTest ? 16 : rng.int(1, 4), vocabulary: 8, rule: 'last', place: rng.pick(queryPlaces) }),
  },
];

/** What needs a stack, with a label after every letter. */
const [dyckTwo] = stackLanguages(7);
const stackTask: Task = {
  name: 'Dyck-2',
  shape: { classes: 4, payloads: 0, answers: 2 },
  maxLength: 64,
  training: 800,
  draw: (rng, isTest) => {
    const classes = Uint8Array.from(drawString(dyckTwo!, rng, isTest ? 48 : rng.int(1, 12)));
    const labels = Int16Array.from(classes, (_, t) => (dyckTwo!.accepts(classes.subarray(0, t + 1)) ? 1 : 0));
    return { classes, labels };
  },
};

const drawMany = (task: Task, path: string, count: number, isTest: boolean): Sequence[] => {
  const rng = createRng(path);
  return Array.from({ length: count }, () => task.draw(rng, isTest));
};

const label = (sequence: Sequence): number => sequence.labels.at(-1)!;

/** Share of right answers in the machine, and that of each constant answer on the same test. */
interface Scores {
  readonly machine: number;
  readonly constants: readonly number[];
  /** The best of them. */
  readonly best: number;
}

function scores(task: Task, training: readonly Sequence[], synthesis: boolean): Scores {
  const test = drawMany(task, `controls/${task.name}/test`, 512, true);
  const { installed } = synthesiseMachine(training, task.shape, {
    maxLength: task.maxLength,
    lanes: 512,
    synthesis,
    noiseRestarts: 4,
    budget: { effort: 5000 },
  });
  const given = runSequences(installed, test, task.shape);
  const right = given.filter((answers, i) => answers.at(-1) === label(test[i]!)).length;
  const constants = sharesOf(test, task.shape.answers);
  return { machine: right / test.length, constants, best: Math.max(...constants) };
}

/** By answer: the share of the sequences that it is right for after the last token. */
function sharesOf(sequences: readonly Sequence[], answers: number): number[] {
  const counts = new Array<number>(answers).fill(0);
  for (const one of sequences) counts[label(one)]! += 1;
  return counts.map((count) => count / sequences.length);
}

/** The answer that most labels of the training set are, after any token; the lower of two. */
function mostFrequent(sequences: readonly Sequence[], answers: number): number {
  const counts = new Array<number>(answers).fill(0);
  for (const { labels } of sequences) for (const each of labels) if (each >= 0) counts[each]! += 1;
  return counts.indexOf(Math.max(...counts));
}

describe.each([...tasks, stackTask])('$name', (task) => {
  const training = drawMany(task, `controls/${task.name}/train`, task.training ?? 400, false);

  it('is learnt, so the controls below can fail', () => {
    expect(scores(task, training, true).machine).toBe(1);
  });

  it('an untrained machine gives the constant answer 0, and scores exactly what that constant does', () => {
    const { machine, constants, best } = scores(task, [], true);
    expect(machine).toBe(constants[0]);
    expect(machine).toBeLessThanOrEqual(best);
  });

  it('with synthesis off it stays at the constant that is best on the training set, exactly', () => {
    const { machine, constants, best } = scores(task, training, false);
    expect(machine).toBe(constants[mostFrequent(training, task.shape.answers)]);
    expect(machine).toBeLessThanOrEqual(best);
  });

  it('learns nothing from scrambled labels', () => {
    const labels = createRng(`controls/${task.name}/scramble`).shuffle(training.map(label));
    const scrambled = training.map(({ classes, payloads }, i) => finalSequence(classes, labels[i]!, payloads));
    const { machine, constants } = scores(task, scrambled, true);
    expect(machine).toBe(constants[mostFrequent(scrambled, task.shape.answers)]);
  });
});
