import { describe, expect, it } from 'vitest';
import type { Outcome } from '#foundation/contracts';
import type { Journal, Timer } from '#foundation/contracts/ports';
import type { SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { createRng } from '#foundation/kernel';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#world/store';
import { createBudget } from '../../src/ratchet/budget/budget.ts';
import type { Limits } from '../../src/ratchet/budget/limits.ts';
import { createStopwatch } from '../../src/ratchet/budget/stopwatch.ts';
import { createRollouts, type Rollouts } from '../../src/ratchet/rollout/rollouts.ts';
import type { RolloutPlan } from '../../src/ratchet/rollout/rollout-plan.ts';

const usage = { calls: 1, promptTokens: 10, completionTokens: 2 };
const scored = (hard: number): Outcome => ({
  kind: 'scored',
  score: { hard, soft: hard },
  reply: String(hard),
  transcript: [],
  usage,
});
const outage = (retryAfterMs?: number): Outcome => ({
  kind: 'unscored',
  outage: 'rate-limit',
  message: '429',
  usage: { ...usage, promptTokens: 0, completionTokens: 0 },
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const tasks: SkillTask[] = Array.from({ length: 40 }, (_, i) => ({ id: `t${i}`, text: `task ${i}`, data: null }));
const plansOf = (text: string, repeat = 0): RolloutPlan[] =>
  tasks.map((task) => ({ skill: { 'SKILL.md': text }, task, repeat, stage: 'rollout', mayShowFeedback: false }));

interface Bench {
  readonly rollouts: Rollouts;
  readonly slept: number[];
  readonly made: string[];
}

function benchOf(
  play: (task: SkillTask, skill: string, tries: number) => Outcome | Promise<Outcome>,
  options: { concurrency?: number; limits?: Limits; record?: MemoryRecord; journal?: Journal } = {},
): Bench {
  const slept: number[] = [];
  const made: string[] = [];
  const tries = new Map<string, number>();
  const timer: Timer = {
    now: () => 0,
    sleep: async (ms) => void slept.push(ms),
    deadline: () => new AbortController().signal,
  };
  const world: SkillWorld = {
    name: 'test',
    isSimulated: true,
    fingerprint: 1,
    tasks: () => tasks,
    async rollout({ task, skill, repeat }) {
      const key = `${skill['SKILL.md']}/${task.id}/${repeat}`;
      tries.set(key, (tries.get(key) ?? 0) + 1);
      made.push(key);
      return play(task, skill['SKILL.md']!, tries.get(key)!);
    },
  };
  const journal = options.journal ?? createMemoryJournal(options.record ?? createMemoryRecord());
  const budget = createBudget({ limits: options.limits ?? {} });
  const patience = { retries: 3, firstMs: 100, longestMs: 1000 };
  const rollouts = createRollouts(
    { concurrency: options.concurrency ?? 4, patience, minimumCoverage: 0.8 },
    { journal, world, timer, budget, stopwatch: createStopwatch(journal, timer, {}) },
  );
  return { rollouts, slept, made };
}

describe('rollouts of a skill', () => {
  it('point 7: results do not depend on concurrency', async () => {
    const rng = createRng('rollouts/order');
    const waits = new Map(tasks.map(({ id }) => [id, rng.below(4)]));
    const run = async (concurrency: number): Promise<unknown> => {
      const { rollouts } = benchOf(
        async (task) => {
          for (let i = 0; i < waits.get(task.id)!; i += 1) await new Promise((go) => setImmediate(go));
          return scored(Number(task.id.slice(-1)) % 2);
        },
        { concurrency },
      );
      return (await rollouts.run(plansOf('a'))).map(({ task, outcome }) => [task.id, outcome]);
    };
    const one = await run(1);
    expect(await run(7)).toEqual(one);
    expect(await run(64)).toEqual(one);
  });

  it('point 2: nothing is read for another skill, task or repeat, and the same one is made once', async () => {
    const record = createMemoryRecord();
    const first = benchOf((_, skill) => scored(skill === 'a' ? 1 : 0), { record });
    const a = await first.rollouts.run(plansOf('a'));
    const b = await first.rollouts.run(plansOf('b'));
    expect(a.every(({ outcome }) => outcome.kind === 'scored' && outcome.score.hard === 1)).toBe(true);
    expect(b.every(({ outcome }) => outcome.kind === 'scored' && outcome.score.hard === 0)).toBe(true);
    await first.rollouts.run(plansOf('a'));
    expect(first.made).toHaveLength(80);
    await first.rollouts.run(plansOf('a', 1));
    expect(first.made).toHaveLength(120);
    const resumed = benchOf(() => scored(0.5), { record });
    expect(await resumed.rollouts.run(plansOf('a'))).toEqual(a);
    expect(resumed.made).toEqual([]);
  });

  it('point 3: an outage is tried again with growing waits, honouring Retry-After, and is never a score', async () => {
    const { rollouts, slept } = benchOf((task, _, tries) => {
      if (task.id === 't1' && tries <= 2) return outage(tries === 1 ? 5000 : undefined);
      return task.id === 't2' ? outage() : scored(1);
    });
    const made = await rollouts.run(plansOf('a'));
    expect(made[1]!.outcome).toMatchObject({ kind: 'scored', usage: { calls: 3 } });
    expect(made[2]!.outcome).toMatchObject({ kind: 'unscored', outage: 'rate-limit' });
    expect(slept).toContain(5000);
    expect(rollouts.counts()).toEqual({ rollouts: 40, unscored: 1, retries: 5, cut: 0, refused: {} });
  });

  it('point 3: coverage below the threshold stops the run and says so', async () => {
    const { rollouts } = benchOf((task) => (Number(task.id.slice(1)) % 3 === 0 ? outage() : scored(1)));
    await expect(rollouts.run(plansOf('a'))).rejects.toMatchObject({
      code: 'loops/low-coverage',
      message: expect.stringContaining('26 of 40'),
    });
  });

  it('point 4: a block that could pass the limit is not begun', async () => {
    const { rollouts, made } = benchOf(() => scored(1), { limits: { rollouts: 60 } });
    await rollouts.run(plansOf('a'));
    await expect(rollouts.run(plansOf('b'))).rejects.toMatchObject({ code: 'loops/budget-spent' });
    expect(made).toHaveLength(40);
    // What is recorded costs nothing.
    await expect(rollouts.run(plansOf('a'))).resolves.toHaveLength(40);
  });
});
