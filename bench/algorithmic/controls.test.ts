import { describe, expect, it } from 'vitest';
import { controlled, expectNothingLearnt, mostFrequent, scores, trainingOf } from './fixtures/controls.ts';

describe.each(controlled)('$name', (task) => {
  const training = trainingOf(task);

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
});

// Of kv they take as long as all the rest, since every space is searched through in vain: they are in the long test.
// oxlint-disable-next-line vitest/expect-expect -- expectNothingLearnt does
it.each(controlled.filter(({ name }) => name !== 'kv'))('learns nothing from scrambled labels of $name', (task) => {
  expectNothingLearnt(task);
});
