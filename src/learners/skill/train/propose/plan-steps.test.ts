import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { planSteps, stepsPerEpoch } from './plan-steps.ts';

const tasks = Array.from({ length: 7 }, (_, i) => ({ id: `t${i}`, text: `${i}`, data: null }));
const plan = { epochs: 2, batchSize: 2, accumulation: 2 };
const ids = (batches: readonly (readonly { readonly id: string }[])[]): string[] => batches.flat().map(({ id }) => id);

describe('the plan of a run', () => {
  it('has ⌈n / (B · A)⌉ steps per epoch', () => {
    expect(stepsPerEpoch(7, plan)).toBe(2);
    expect(stepsPerEpoch(8, plan)).toBe(2);
    expect(stepsPerEpoch(9, plan)).toBe(3);
    expect(stepsPerEpoch(3, { ...plan, batchSize: 1, accumulation: 1 })).toBe(3);
    expect(() => stepsPerEpoch(7, { ...plan, batchSize: 0 })).toThrow('at least 1');
    expect(() => stepsPerEpoch(7, { ...plan, accumulation: 0 })).toThrow('at least 1');
  });

  it('counts steps over the run, and ends each epoch with its last', () => {
    const steps = planSteps(tasks, plan, createRng('plan'));
    expect(steps.map(({ step, epoch, endsEpoch }) => [step, epoch, endsEpoch])).toEqual([
      [1, 1, false],
      [2, 1, true],
      [3, 2, false],
      [4, 2, true],
    ]);
  });

  it('passes over every task once per epoch, each time in another order', () => {
    const steps = planSteps(tasks, plan, createRng('plan'));
    const first = steps.slice(0, 2).flatMap(({ batches }) => ids(batches));
    const second = steps.slice(2).flatMap(({ batches }) => ids(batches));
    expect(first.toSorted()).toEqual(tasks.map(({ id }) => id));
    expect(second.toSorted()).toEqual(first.toSorted());
    expect(second).not.toEqual(first);
    expect(steps[1]!.batches.map(({ length }) => length)).toEqual([2, 1]);
  });

  it('draws a micro-batch that the pass no longer reaches from all tasks anew', () => {
    const [, last] = planSteps(tasks.slice(0, 5), { ...plan, epochs: 1 }, createRng('plan'));
    expect(last!.batches.map(({ length }) => length)).toEqual([1, 2]);
    expect(planSteps(tasks, { ...plan, epochs: 0 }, createRng('plan'))).toEqual([]);
  });
});
