import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelClient, SkillTask, SkillWorld, Usage } from '#contracts';
import { createRng, Fault, type Rng } from '#kernel';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#store';
import { createBudget } from '../../src/loops/budget/budget.ts';
import { createStopwatch } from '../../src/loops/budget/stopwatch.ts';
import { createAsking } from '../../src/loops/rollout/asking.ts';
import { createRollouts } from '../../src/loops/rollout/rollouts.ts';
import { timeless } from './short-run.ts';

const tasks: SkillTask[] = Array.from({ length: 4 }, (_, i) => ({ id: `t${i}`, text: `task ${i}`, data: null }));
const patience = { retries: 2, firstMs: 1, longestMs: 1 };
const ceiling = { calls: 1, promptTokens: 10, completionTokens: 0 };

/** What was really used, over all processes of a run. */
interface Meter {
  calls: number;
  tokens: number;
}

/** Works until it is done, the budget is spent or it is killed; the calls of a killed process have used what they could. */
async function runProcess(
  record: MemoryRecord,
  limits: Meter,
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
  const ports = { journal, budget, timer: timeless, stopwatch: createStopwatch(journal, timeless, undefined) };
  const rollouts = createRollouts({ concurrency: 3, patience, minimumCoverage: 0 }, { ...ports, world });
  const ask = createAsking({ ...ports, client, patience, workers: 2 });
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
      const meter = { calls: 0, tokens: 0 };
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
