import { describe, expect, it } from 'vitest';
import type { Score } from '#foundation/contracts';
import type { SkillTask } from '#foundation/contracts/skills';
import { type JudgedLook, readJudge } from './judge-measure.ts';
import { createBudget } from '#ratchet/budget';
import { forLooks } from './measure-judge.ts';
import { planLooks } from './plan-looks.ts';

const task = (id: string): SkillTask => ({ id, text: id, data: null });
const scored = (...hards: readonly number[]): readonly Score[] => hards.map((hard) => ({ hard, soft: hard }));

/** A judge's looks at one task: at its own reply, at a foreign one, at labelled ones. */
function looks(
  id: string,
  own: readonly number[],
  foreign: readonly number[],
  labels: readonly (readonly [number, number])[] = [],
): JudgedLook[] {
  return [
    { kind: 'own', task: task(id), reply: `${id} own`, scores: scored(...own) },
    { kind: 'foreign', task: task(id), reply: `${id} foreign`, scores: scored(...foreign) },
    ...labels.map(
      ([label, hard], i) =>
        ({ kind: 'label', task: task(id), reply: `${id} ${i}`, label, scores: scored(hard) }) as const,
    ),
  ];
}

describe('readJudge', () => {
  it('names the tasks that the judge cannot judge, and why', () => {
    const measure = readJudge([
      ...looks('fine', [1, 1, 1], [0, 0]),
      ...looks('wavering', [1, 0, 1, 0, 1, 0, 1], [0, 0]),
      ...looks('lenient', [1, 1, 1], [1, 1]),
      ...looks('strict', [0, 0, 0], [0, 0]),
    ]);
    expect(measure.unjudgeable).toEqual({
      wavering: 'of 7 looks at one reply 4 passed it',
      lenient: 'a reply to another task passes',
    });
    expect(measure).toMatchObject({ tasks: 4, looks: 24, distrust: undefined });
  });

  it('does not trust a judge that passes everything, one that flips coins, and one that contradicts the labels', () => {
    const ten = <T>(make: (i: number) => T): T[] => Array.from({ length: 10 }, (_, i) => make(i));
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 1], [1, 1])).flat()).distrust).toContain('cannot judge 10 of 10');
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 0], [0, 1])).flat()).distrust).toContain('contradict each other');
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 1], [0, 0], [[0, 1]])).flat()).distrust).toBe(
      'it agrees with 0 of 10 labels',
    );
    expect(readJudge(ten((i) => looks(`t${i}`, [1, 1], [0, 0], [[1, 1]])).flat())).toMatchObject({
      distrust: undefined,
      labels: { count: 10, agreed: 10 },
    });
  });

  it('leaves a task out only where looks differ more than they do in general', () => {
    const many = (own: (i: number) => readonly number[]): JudgedLook[] =>
      Array.from({ length: 30 }, (_, i) => looks(`t${i}`, own(i), [0, 0])).flat();
    // Every third task has one contrary look of seven: noise, and nothing is to be said of the tasks.
    const noisy = readJudge(many((i) => (i % 3 === 0 ? [1, 1, 0, 1, 1, 1, 1] : [1, 1, 1])));
    expect(noisy.unjudgeable).toEqual({});
    expect(noisy.noise).toBeCloseTo(10.5 / 191, 12);
    const one = readJudge([
      ...many((i) => (i % 3 === 0 ? [1, 1, 0, 1, 1, 1, 1] : [1, 1, 1])),
      ...looks('odd', [1, 0, 1, 0, 0, 1, 0], [0, 0]),
    ]);
    expect(Object.keys(one.unjudgeable)).toEqual(['odd']);
  });

  it('says nothing of a judge that said nothing', () => {
    expect(readJudge([])).toMatchObject({ tasks: 0, looks: 0, unjudgeable: {}, distrust: undefined });
  });
});

describe('planLooks', () => {
  const tasks = Array.from({ length: 120 }, (_, i): SkillTask => task(`t${i}`));
  const free = { rollouts: Infinity, looks: Infinity };

  it('takes every task where there is room: five looks and one reply each', () => {
    const plan = planLooks(tasks, { passes: 3, most: 0, room: free });
    expect([plan.tasks.length, plan.looks, plan.again, plan.replies]).toEqual([120, 600, 960, 120]);
  });

  it('takes fewer tasks, spread over all, where looks are limited or the budget is tight', () => {
    const limited = planLooks(tasks, { passes: 3, most: 120, room: free });
    expect([limited.looks, limited.again, limited.tasks.length]).toEqual([100, 20, 20]);
    expect(limited.tasks.map(({ id }) => Number(id.slice(1)))).toEqual(Array.from({ length: 20 }, (_, i) => 6 * i + 5));
    const tight = planLooks(tasks, { passes: 3, most: 600, room: { rollouts: 200, looks: Infinity } });
    expect([tight.replies, tight.looks]).toEqual([50, 250]);
    const few = planLooks(tasks, { passes: 3, most: 600, room: { rollouts: Infinity, looks: 100 } });
    expect([few.looks, few.again]).toEqual([20, 5]);
  });

  it('counts looks at labelled replies', () => {
    const labelled = tasks.map((each) => ({ ...each, data: { labels: [{ reply: 'yes', score: 1 }] } }));
    const plan = planLooks(labelled, { passes: 3, most: 90, room: free });
    expect([plan.tasks.length, plan.looks, plan.again]).toEqual([10, 80, 10]);
  });

  it('counts no reply of a task that brings one along', () => {
    const brought = tasks.map((each) => ({ ...each, data: { reference: 'yes' } }));
    const plan = planLooks(brought, { passes: 3, most: 0, room: { rollouts: 8, looks: Infinity } });
    expect([plan.tasks.length, plan.replies]).toEqual([120, 0]);
  });
});

describe('looks of a judge', () => {
  it('take nothing of the rollouts that a run may make, and count as calls', () => {
    const budget = createBudget({ limits: { rollouts: 5, calls: 30 } });
    const look = { role: 'target', usage: { calls: 1, promptTokens: 0, completionTokens: 0 }, rollouts: 1 } as const;
    const looking = forLooks(budget);
    expect([budget.room(look), looking.room(look)]).toEqual([5, 30]);
    const held = looking.reserve(20, look);
    for (let i = 0; i < 20; i += 1) held.settle('judge', look.usage);
    budget.close();
    expect([budget.room(look), looking.room(look)]).toEqual([5, 10]);
    expect(() => looking.reserve(11, look)).toThrow(/30 calls/u);
  });
});
