import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { planSteps } from './plan-steps.ts';
import { newAdvice, usesAdvice, withAdviceGain } from './choose-advice.ts';
import { chooseProposer, type ProposerRecord, withProposerGain } from './choose-proposer.ts';
import { pickTasks } from '../pick-tasks.ts';

describe('the choice of a proposer', () => {
  it('tries each proposer once, then spends on the one that earns', () => {
    let records: ReadonlyMap<string, ProposerRecord> = new Map();
    const tries = { edits: 0, rewrite: 0, merge: 0, agent: 0 };
    for (let step = 0; step < 60; step += 1) {
      const chosen = chooseProposer(['edits', 'rewrite', 'merge'], records);
      tries[chosen] += 1;
      records = withProposerGain(records, chosen, { tries: 1, gain: chosen === 'rewrite' ? 0.3 : 0 });
    }
    expect(tries.edits).toBeGreaterThan(0);
    expect(tries.merge).toBeGreaterThan(0);
    expect(tries.rewrite).toBeGreaterThan(40);
  });

  it('point 8: advice to the optimizer is used only while steps with it gain no less than steps without', () => {
    let advice = newAdvice('shout');
    const used: boolean[] = [];
    for (let step = 0; step < 12; step += 1) {
      const isUsed = usesAdvice(advice);
      used.push(isUsed);
      advice = withAdviceGain(advice, isUsed, { steps: 1, gain: isUsed ? 0 : 0.1 });
    }
    expect(used.slice(0, 4).filter(Boolean)).toHaveLength(2);
    expect(used.slice(4)).not.toContain(true);
  });
});

describe('batches of training tasks', () => {
  const tasks = Array.from({ length: 10 }, (_, i) => ({ id: `t${i}`, text: '', type: i < 8 ? 'a' : 'b', data: null }));

  it('make each epoch one pass, and fill a micro-batch that the pass no longer reaches', () => {
    const steps = planSteps(tasks, { epochs: 2, batchSize: 4, accumulation: 2 }, createRng('plan'));
    expect(steps.map(({ step, epoch, endsEpoch }) => [step, epoch, endsEpoch])).toEqual([
      [1, 1, false],
      [2, 1, true],
      [3, 2, false],
      [4, 2, true],
    ]);
    const [first, second] = steps;
    const pass = [...first!.batches, second!.batches[0]!].flat().map(({ id }) => id);
    expect(new Set(pass).size).toBe(10);
    expect(second!.batches[1]).toHaveLength(4);
  });

  it('take a sample of validation tasks over all types, not the head of the file', () => {
    const picked = pickTasks(tasks, 5, '1').map(({ type }) => type);
    expect(picked.filter((type) => type === 'b')).toHaveLength(1);
    expect(pickTasks(tasks, 0, '1')).toBe(tasks);
  });
});
