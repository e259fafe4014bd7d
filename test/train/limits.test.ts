import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelClient, Usage } from '#foundation/contracts/ports';
import type { SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { createRng, Fault, type Rng } from '#foundation/kernel';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#world/store';
import { boundModel } from '#ratchet/budget';
import { createAnswerWorld } from '#learners/skill/worlds';
import { createScorer } from '#learners/skill/score';
import { createBudget } from '../../src/ratchet/budget/budget.ts';
import { createStopwatch } from '../../src/ratchet/budget/stopwatch.ts';
import { createAsking } from '../../src/ratchet/rollout/asking.ts';
import { createRollouts } from '../../src/ratchet/rollout/rollouts.ts';
import { timeless } from './short-run.ts';

const tasks: SkillTask[] = Array.from({ length: 4 }, (_, i) => ({ id: `t${i}`, text: `task ${i}`, data: null }));
const patience = { retries: 2, firstMs: 1, longestMs: 1 };
const ceiling = { calls: 1, promptTokens: 10, completionTokens: 0 };

/** What was really used, over all processes of a run. */
interface Meter {
  calls: number;
  tokens: number;
  dollars: number;
}

/** Works until it is done, the budget is spent or it is killed; the calls of a killed process have used what they could. */
async function runProcess(
  record: MemoryRecord,
  limits: Pick<Meter, 'calls' | 'tokens'>,
  { meter, rng, killAfter }: { meter: Meter; rng: Rng; killAfter: number },
): Promise<MemoryRecord | undefined> {
  let kill: (wreck: MemoryRecord) => void = () => {};
  const killed = new Promise<MemoryRecord>((resolve) => (kill = resolve));
  let left = killAfter;
  const use = async (most: number, tokens: number): Promise<void> => {
    if (left < 0) return new Promise(() => {});
    meter.calls += 1;
    left -= 1;
    meter.tokens += left < 0 ? most : tokens;
    if (left >= 0) return new Promise((go) => setImmediate(go));
    kill(structuredClone(record));
    return new Promise(() => {});
  };
  const world: SkillWorld = {
    name: 'limits',
    isSimulated: true,
    fingerprint: 1,
    ceiling,
    tasks: () => tasks,
    async rollout() {
      const usage: Usage = { ...ceiling, promptTokens: rng.below(11) };
      const fails = rng.chance(0.4);
      await use(10, usage.promptTokens);
      return fails
        ? { kind: 'unscored', outage: 'timeout', message: '-', usage }
        : { kind: 'scored', score: { hard: 1, soft: 1 }, reply: '', transcript: [], usage };
    },
  };
  const client: ModelClient = {
    id: 'limits',
    isSimulated: true,
    async complete() {
      const promptTokens = rng.below(18);
      const outage = rng.pick(['', '', 'timeout', 'rate-limit']);
      await use(22, outage === 'rate-limit' ? 0 : promptTokens);
      if (outage !== '') throw new Fault('models/outage', outage, { details: { outage } });
      return { text: '', finish: 'stop', usage: { calls: 1, promptTokens, completionTokens: 0 } };
    },
  };
  const journal = createMemoryJournal(record);
  const budget = createBudget({ limits });
  const ports = { journal, budget, timer: timeless, stopwatch: createStopwatch(journal, timeless, {}) };
  const rollouts = createRollouts({ concurrency: 3, patience, minimumCoverage: 0 }, { ...ports, world });
  const { ask } = createAsking({ ...ports, client, patience, workers: 2 });
  const work = async (): Promise<undefined> => {
    for (let step = 0; step < 4; step += 1) {
      const skill = { 'SKILL.md': `${step}` };
      await rollouts.run(tasks.map((task) => ({ skill, task, repeat: 0, stage: 'rollout', mayShowFeedback: false })));
      const messages = [{ role: 'user' as const, content: 'x' }];
      await ask([2 * step, 2 * step + 1].map((seed) => ({ stage: 'analyst', messages, maxTokens: 5, seed })));
    }
    return undefined;
  };
  const ended = work().catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    return error.code === 'models/outage' ? structuredClone(record) : undefined;
  });
  return Promise.race([ended, killed]);
}

it('point 4, property: no limit is passed, whatever outages there are and however often the run is killed and resumed', async () => {
  const runs = fc.record({
    seed: fc.nat(),
    calls: fc.integer({ min: 4, max: 40 }),
    tokens: fc.integer({ min: 40, max: 400 }),
    kills: fc.array(fc.nat(12), { maxLength: 5 }),
  });
  let spent = 0;
  await fc.assert(
    fc.asyncProperty(runs, async ({ seed, calls, tokens, kills }) => {
      const meter = { calls: 0, tokens: 0, dollars: 0 };
      const rng = createRng(`limits/${seed}`);
      let record: MemoryRecord | undefined = createMemoryRecord();
      for (const killAfter of [...kills, Infinity]) {
        record = await runProcess(record, { calls, tokens }, { meter, rng, killAfter });
        if (record === undefined) break;
      }
      expect(meter.calls).toBeLessThanOrEqual(calls);
      expect(meter.tokens).toBeLessThanOrEqual(tokens);
      spent = Math.max(spent, meter.calls / calls);
    }),
    { numRuns: 60 },
  );
  // A budget that lets nothing through would pass too.
  expect(spent).toBeGreaterThan(0.8);
});

/** A model whose tokenizer is the worst there is, one token per byte, and that takes all it is given; `tells` is how it reports. */
function greedyModel(id: string, rng: Rng, meter: Meter, price: { prompt: number; completion: number }): ModelClient {
  return {
    id,
    isSimulated: true,
    async complete({ messages, maxTokens = 1_000_000 }) {
      const promptTokens = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 16, 0);
      const completionTokens = rng.chance(0.5) ? maxTokens : rng.below(maxTokens + 1);
      const dollars = (promptTokens * price.prompt + completionTokens * price.completion) / 1e6;
      meter.calls += 1;
      meter.tokens += promptTokens + completionTokens;
      meter.dollars += dollars;
      await Promise.resolve();
      if (rng.chance(0.1)) throw new Fault('models/outage', 'slow', { details: { outage: 'timeout' } });
      const text = rng.pick(['', '{"score": 0.9, "reason": "ü"}', 'é'.repeat(rng.below(40)), 'no JSON {']);
      const usage = { calls: 1, promptTokens, completionTokens, dollars };
      return rng.chance(0.3) ? { text, finish: 'stop' } : { text, finish: 'length', usage };
    },
  };
}

it('point 4, property: tokens and dollars stay below their limits under any replies of target and judge', async () => {
  const prices = { target: { prompt: 1, completion: 5 }, judge: { prompt: 40, completion: 200 } };
  const runs = fc.record({
    seed: fc.nat(),
    promptCeiling: fc.integer({ min: 150, max: 900 }),
    maxTokens: fc.integer({ min: 1, max: 50 }),
    tokens: fc.integer({ min: 2000, max: 40_000 }),
    dollars: fc.double({ min: 0.05, max: 2, noNaN: true }),
    guess: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  });
  const seen = { spent: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(runs, async ({ seed, promptCeiling, maxTokens, tokens, dollars, guess }) => {
      const meter = { calls: 0, tokens: 0, dollars: 0 };
      const rng = createRng(`greedy/${seed}`);
      const each = { promptTokens: promptCeiling, completionTokens: maxTokens };
      const judge = boundModel(greedyModel('judge', rng, meter, prices.judge), each);
      const judged = createScorer({ kind: 'rubric', rubric: 'Is it ripe?' }, { judge });
      const target = boundModel(greedyModel('target', rng, meter, prices.target), each);
      const money = (calls: number, price: (typeof prices)['judge']): number =>
        (calls * (promptCeiling * price.prompt + maxTokens * price.completion)) / 1e6;
      const world: SkillWorld = {
        ...createAnswerWorld({
          name: 'greedy',
          target,
          scorer: judged,
          tasks: { train: tasks, validation: [], test: [] },
        }),
        ceiling: {
          calls: 3,
          promptTokens: 3 * promptCeiling,
          completionTokens: 3 * maxTokens,
          dollars: money(1, prices.target) + money(2, prices.judge),
        },
        // However wrong the guess and whatever was measured: no call begins whose ceiling does not fit.
        ...(guess === undefined
          ? {}
          : { usual: { calls: 1, promptTokens: guess, completionTokens: 1, dollars: guess / 1e6 } }),
      };
      const journal = createMemoryJournal();
      const budget = createBudget({ limits: { tokens, dollars } });
      const stopwatch = createStopwatch(journal, timeless, {});
      const rollouts = createRollouts(
        { concurrency: 3, patience, minimumCoverage: 0 },
        { journal, world, timer: timeless, budget, stopwatch },
      );
      for (let step = 0; step < 6; step += 1) {
        const skill = { 'SKILL.md': 'ß'.repeat(rng.below(300)) };
        const plans = tasks.map((task) => ({ skill, task, repeat: 0, stage: 'rollout', mayShowFeedback: true }));
        const ended = await rollouts.run(plans).catch((error: unknown) => error);
        if (!(ended instanceof Fault) || ended.code === 'loops/low-coverage') continue;
        expect(['loops/budget-spent', 'loops/prompt-too-long']).toContain(ended.code);
        seen.refused += ended.code === 'loops/prompt-too-long' ? 1 : 0;
        break;
      }
      expect(meter.tokens).toBeLessThanOrEqual(tokens);
      expect(meter.dollars).toBeLessThanOrEqual(dollars + 1e-9);
      expect(budget.overshot()).toBe(0);
      seen.spent = Math.max(seen.spent, meter.tokens / tokens);
    }),
    { numRuns: 60 },
  );
  // Neither a budget that lets nothing through nor a ceiling that refuses nothing may pass.
  expect(seen.spent).toBeGreaterThan(0.4);
  expect(seen.refused).toBeGreaterThan(0);
});

it('tells of a call that used more than was reserved for it', () => {
  const budget = createBudget({ limits: { tokens: 100 } });
  const held = budget.reserve(2, { role: 'target', usage: ceiling, rollouts: 1 });
  held.settle('rollout', ceiling);
  expect(budget.overshot()).toBe(0);
  held.settle('rollout', { ...ceiling, completionTokens: 1 });
  expect(budget.overshot()).toBe(1);
});
