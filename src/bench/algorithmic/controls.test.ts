import { describe, expect, it } from 'vitest';
import { finalSequence, runSequences, type Sequence, type SequenceShape, synthesiseMachine } from '#bem';
import { createRng, type Rng } from '#kernel';
import { drawDyck, judgeDyck } from './dyck-strings.ts';
import { drawPairs, kvShape, queryPlaces } from './kv-sequences.ts';

interface Task {
  readonly name: string;
  readonly shape: SequenceShape;
  readonly maxLength: number;
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

const drawMany = (task: Task, path: string, count: number, isTest: boolean): Sequence[] => {
  const rng = createRng(path);
  return Array.from({ length: count }, () => task.draw(rng, isTest));
};

const label = (sequence: Sequence): number => sequence.labels.at(-1)!;

/** Share of right answers in the machine, and that of the best constant on the same test. */
function scores(task: Task, training: readonly Sequence[], synthesis: boolean): { machine: number; constant: number } {
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
  const counts = test.reduce(
    (tally, one) => tally.set(label(one), (tally.get(label(one)) ?? 0) + 1),
    new Map<number, number>(),
  );
  return { machine: right / test.length, constant: Math.max(...counts.values()) / test.length };
}

describe.each(tasks)('$name', (task) => {
  const training = drawMany(task, `controls/${task.name}/train`, 400, false);

  it('is learnt, so the controls below can fail', () => {
    expect(scores(task, training, true).machine).toBe(1);
  });

  it('an untrained machine scores no better than the best constant answer', () => {
    const { machine, constant } = scores(task, [], true);
    expect(machine).toBeLessThanOrEqual(constant);
  });

  it('with synthesis off it stays at the best constant answer', () => {
    const { machine, constant } = scores(task, training, false);
    expect(machine).toBeLessThanOrEqual(constant);
    expect(machine).toBeGreaterThan(constant - 0.2);
  });

  it('learns nothing from scrambled labels', () => {
    const labels = createRng(`controls/${task.name}/scramble`).shuffle(training.map(label));
    const scrambled = training.map(({ classes, payloads }, i) => finalSequence(classes, labels[i]!, payloads));
    const { machine, constant } = scores(task, scrambled, true);
    expect(machine).toBeLessThanOrEqual(constant);
  });
});
