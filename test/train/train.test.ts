import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, TrialFigures, TrialRecord, trialStep } from '#foundation/contracts';
import type { ModelClient } from '#foundation/contracts/ports';
import type { Scorer, SkillWorld } from '#foundation/contracts/skills';
import { hashOf } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord, openStore, type RunJournal } from '#world/store';
import { auditRun } from '#ratchet/audit';
import { openTraining } from '#app/api';
import { type TrainSummary, type TrainSettings, train } from '#learners/skill/train';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

async function run(
  journal: RunJournal,
  settings: TrainSettings,
  world = shortWorld(),
  optimizer = shortOptimizer(),
): Promise<TrainSummary & { hash: string }> {
  const summary = await train(shortSkill, settings, { journal, world, optimizer, timer: timeless });
  return { ...summary, hash: journal.finish({ accepted: summary.accepted }) };
}

function workersOf(concurrency: number, change: Partial<TrainSettings> = {}): TrainSettings {
  const settings = shortSettings({ ...change, analystWorkers: concurrency });
  return { ...settings, rollouts: { ...settings.rollouts, concurrency } };
}

/** Replies at uneven speed and of uneven cost, half of them first unreadable. */
function unsteadyOptimizer(): ModelClient {
  const steady = shortOptimizer();
  let calls = 0;
  return {
    ...steady,
    async complete(request) {
      calls += 1;
      for (let turns = (calls * 7) % 5; turns > 0; turns -= 1) await new Promise((go) => setImmediate(go));
      const size = JSON.stringify(request.messages).length;
      const usage = { calls: 1, promptTokens: Math.floor(size / 4), completionTokens: size % 50 };
      const reply = await steady.complete(request);
      return { ...reply, usage, text: request.messages.length === 2 && size % 2 === 0 ? 'no' : reply.text };
    },
  };
}

/** Learns one word per analyst, so that the skill changes over several epochs. */
function oneWordOptimizer(): ModelClient {
  const usual = shortOptimizer();
  return {
    ...usual,
    complete(request) {
      const word = /missing (\w+)/.exec(request.messages[1]!.content)?.[1];
      if (request.stage !== 'analyst') return usual.complete(request);
      const edits = word === undefined ? [] : [{ op: 'append', content: `- ${word}!`, target: '' }];
      return Promise.resolve({ text: JSON.stringify({ patch: { edits } }), finish: 'stop' });
    },
  };
}

/** What a refused trial has kept, by what its event tells. */
function recordedTrial(record: MemoryRecord, figures: TrialFigures): TrialRecord {
  const { name, inputs } = trialStep(figures);
  const result = record.effects.get(hashOf({ name, inputs }))!.result;
  return TrialRecord.parse(JSON.parse(new TextDecoder().decode(record.blobs.get(result))));
}

describe('a run of training', () => {
  it('point 4: a limit in tokens is refused where nobody says what a rollout can use', async () => {
    const { ceiling: _none, ...blind } = shortWorld();
    await expect(run(createMemoryJournal(), shortSettings({ limits: { tokens: 1e9 } }), blind)).rejects.toMatchObject({
      code: 'loops/no-ceiling',
    });
  });

  it('point 6: each effect says whether the rule was left out, or only whole skills were compared', async () => {
    const alone = await run(createMemoryJournal(), shortSettings());
    expect(alone.rules.map(({ measured }) => measured?.by)).toContain('leave-one-out');
    const { search } = shortSettings();
    const bundled = await run(createMemoryJournal(), shortSettings({ search: { ...search, creditTasks: 0 } }));
    expect(bundled.rules.filter(({ effect }) => effect !== undefined).length).toBeGreaterThan(0);
    for (const { effect, measured } of bundled.rules)
      expect(measured?.by).toBe(effect === undefined ? undefined : 'bundle');
  });

  it('point 1: without a test split the headline is fresh rollouts, and tells the optimism of the trial', async () => {
    const sealed = await run(createMemoryJournal(), shortSettings());
    expect(sealed.score).toMatchObject({ split: 'test', optimism: null });
    const record = createMemoryRecord();
    const calm = shortWorld({ train: 12, validation: 12, test: 0 });
    const made: string[] = [];
    const world = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) => {
        if (request.task.id.startsWith('val')) made.push(request.skill['SKILL.md']!);
        return calm.rollout(request);
      },
    };
    const { score, best } = await run(createMemoryJournal(record), shortSettings(), world);
    const accepted = record.events.findLast(({ type }) => type === 'candidate-accepted');
    const seen: { score: number; pairs: number } = JSON.parse(accepted!.text);
    // The trial's own rollouts are not read again: every task is rolled out once more.
    expect(made.filter((text) => text === best.skill['SKILL.md'])).toHaveLength(seen.pairs + 12);
    expect(score.split).toBe('validation');
    expect(score.optimism).toBeCloseTo(seen.score - score.after!.score, 12);
  });

  it('ends with a better skill on the sealed test split, each accepted change certified', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-train-'));
    const store = openStore(folder);
    const parts = { skill: shortSkill, settings: shortSettings(), world: shortWorld(), optimizer: shortOptimizer() };
    const { score, accepted, rules, why, hash, run: id } = await openTraining(parts, store).train();
    expect(score.split).toBe('test');
    expect(why).toEqual([]);
    expect(score.after!.score).toBeGreaterThan(score.before!.score + 0.3);
    expect(accepted).toBeGreaterThan(0);
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.every(({ origins }) => origins.some(({ causes }) => causes.length > 0))).toBe(true);
    const [events, certificates, effects] = [store.eventsOf(id), store.certificatesOf(id), store.effectsOf(id)];
    const stored = { run: store.getRun(id)!, events, certificates, effects };
    expect(stored.run.hash).toBe(hash);
    const audit = auditRun(stored, store);
    expect(audit.wrong).toEqual([]);
    expect(audit.findings.filter(({ ok }) => ok)).toHaveLength(accepted);
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('measures a judge before anything is learned from it, and leaves out what it cannot judge; unseen where it is to be trusted', async () => {
    const calm = shortWorld();
    const rolled = new Set<string>();
    const world = {
      ...calm,
      rollout: async (request: Parameters<typeof calm.rollout>[0]) => {
        if (request.skill['SKILL.md'] !== shortSkill['SKILL.md']) rolled.add(request.task.id);
        return { ...(await calm.rollout(request)), reply: request.task.id };
      },
    } as SkillWorld;
    let looks = 0;
    // One task passes with any reply, the others with their own.
    const scorer: Scorer = {
      name: 'lenient',
      fingerprint: 1,
      score: ({ text }, { id }) => {
        looks += 1;
        const hard = Number(id === 'train-0' || id === text);
        return { hard, soft: hard };
      },
    };
    const judged = async (judgePasses: number): Promise<TrainSummary> => {
      rolled.clear();
      const ports = { journal: createMemoryJournal(), world, optimizer: shortOptimizer(), timer: timeless };
      const settings = shortSettings({ judgePasses, batchSize: 12, epochs: 3 });
      return train(shortSkill, settings, { ...ports, judging: { scorer } });
    };
    expect((await judged(2)).judge).toMatchObject({ tasks: 24, unjudgeable: { 'train-0': expect.any(String) } });
    expect(looks).toBeGreaterThan(0);
    expect(rolled).not.toContain('train-0');
    expect(rolled).toContain('train-1');
    looks = 0;
    expect(await judged(0)).not.toHaveProperty('judge');
    expect(looks).toBe(0);
    expect(rolled).toContain('train-0');
  });

  it('point 7: ends with the same hash at any concurrency', async () => {
    const hashes = new Set<string>();
    for (const concurrency of [1, 3, 32]) hashes.add((await run(createMemoryJournal(), workersOf(concurrency))).hash);
    expect(hashes.size).toBe(1);
  });

  it('point 7: ends with the same hash at any concurrency where the budget ends in the midst of a stage', async () => {
    const stops = new Set<string | null>();
    for (const limits of [{ calls: 62 }, { calls: 66 }, { tokens: 9000 }, { tokens: 13_000 }]) {
      const [serial, parallel] = await Promise.all(
        [1, 16].map((concurrency) => {
          const settings = workersOf(concurrency, { limits, minibatchSize: 1, testAtEnd: false });
          return run(createMemoryJournal(), settings, shortWorld(), unsteadyOptimizer());
        }),
      );
      expect(parallel).toEqual(serial);
      stops.add(serial!.stopped);
    }
    // Were no stage cut off, this would show nothing.
    expect(stops.size).toBeGreaterThan(2);
    expect(stops).not.toContain(null);
  });

  it('point 4: never spends more than its limits, and writes the best skill so far', async () => {
    for (const rollouts of [30, 60, 90, 140]) {
      const summary = await run(createMemoryJournal(), shortSettings({ limits: { rollouts } }));
      expect(summary.rollouts).toBeLessThanOrEqual(rollouts);
      expect(summary.best.skill['SKILL.md']).toContain('# Words');
      expect(summary.score.after).not.toBeNull();
    }
    const tokens = await run(createMemoryJournal(), shortSettings({ limits: { tokens: 5000 }, testAtEnd: false }));
    const { promptTokens, completionTokens } = tokens.spent as { promptTokens: number; completionTokens: number };
    expect(promptTokens + completionTokens).toBeLessThanOrEqual(5000);
    expect(tokens.stopped).toContain('tokens');
  });

  it('point 3: outages change no score, and are told', async () => {
    const calm = shortWorld();
    const down: Outcome = {
      kind: 'unscored',
      outage: 'timeout',
      message: 'slow',
      usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
    };
    const world = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) =>
        request.task.id === 'train-3' ? Promise.resolve(down) : calm.rollout(request),
    };
    const summary = await run(createMemoryJournal(), shortSettings(), world);
    expect(summary.unscored).toBeGreaterThan(0);
    expect(summary.retries).toBe(8 * summary.unscored);
    expect(summary.score.after!.score).toBeGreaterThan(0.7);
  });

  it('the test split stays sealed: nothing rolls it out, and nothing is asked, between its opening and the end', async () => {
    const calm = shortWorld();
    const order: string[] = [];
    const world = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) => {
        order.push(request.task.id.startsWith('test') ? 'test' : 'other');
        return calm.rollout(request);
      },
    };
    const asked: string[] = [];
    const optimizer = shortOptimizer(asked);
    const watched = {
      ...optimizer,
      complete: (...args: Parameters<typeof optimizer.complete>) => (order.push('ask'), optimizer.complete(...args)),
    };
    await run(createMemoryJournal(), shortSettings(), world, watched);
    expect(order.indexOf('test')).toBeGreaterThan(0);
    expect(new Set(order.slice(order.indexOf('test')))).toEqual(new Set(['test']));
  });

  it('point 8: guidance that does harm does not stay; forced, as in the original, it does', async () => {
    const calm = shortWorld();
    const world = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) =>
        request.skill['SKILL.md']!.includes('Say it at once.') && !request.task.id.startsWith('train')
          ? calm.rollout({ ...request, skill: shortSkill })
          : calm.rollout(request),
    };
    const slow = { epochs: 4, batchSize: 12, slowUpdate: true, slowUpdateSamples: 6 };
    const settings = shortSettings({ ...slow, gate: { kind: 'strict' } });
    const record = createMemoryRecord();
    const measured = await run(createMemoryJournal(record), settings, world, oneWordOptimizer());
    expect(measured.final.skill['SKILL.md']).not.toContain('Say it at once.');
    // Were none written, this would show nothing.
    const verdicts = record.events.filter(
      ({ type, text }) => type === 'candidate-rejected' && text.includes('slow update'),
    );
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { text } of verdicts) {
      const figures = TrialFigures.parse(JSON.parse(text));
      const { outcomes } = recordedTrial(record, figures);
      expect(outcomes.length).toBeGreaterThan(0);
      expect(mean(outcomes.map(({ candidate }) => candidate))).toBe(figures.challenger);
    }
    const forced = await run(
      createMemoryJournal(),
      { ...settings, slowUpdateGate: 'force' },
      world,
      oneWordOptimizer(),
    );
    expect(forced.final.skill['SKILL.md']).toContain('Say it at once.');
    // Best is untouched by what was forced.
    expect(forced.best.skill['SKILL.md']).not.toContain('Say it at once.');
  });

  it('point 6: one bad edit does not take the good ones of its bundle down, and does not come back', async () => {
    const calm = shortWorld({ train: 12, validation: 20, test: 8 });
    const world = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) =>
        request.skill['SKILL.md']!.includes('- delta!')
          ? calm.rollout({ ...request, skill: { 'SKILL.md': '' } })
          : calm.rollout(request),
    };
    const base = shortSettings({ epochs: 2, batchSize: 12, editBudgetRule: 'constant', testAtEnd: false });
    const apart = await run(createMemoryJournal(), { ...base, search: { ...base.search, creditTasks: 4 } }, world);
    expect(apart.best.skill['SKILL.md']).toContain('- amber!');
    expect(apart.best.skill['SKILL.md']).not.toContain('- delta!');
    const effects = apart.rules.map(({ effect }) => effect);
    expect(effects.every((effect) => effect !== undefined)).toBe(true);
    // The original judges the bundle as one, so the good edits go down with the bad one.
    const whole = await run(createMemoryJournal(), { ...base, search: { ...base.search, creditTasks: 0 } }, world);
    expect(whole.best.skill['SKILL.md']).not.toContain('- amber!');
  });

  it('blank initial skill: trains from nothing', async () => {
    const journal = createMemoryJournal();
    const ports = { journal, world: shortWorld(), optimizer: shortOptimizer(), timer: timeless };
    const summary = await train({ 'SKILL.md': '' }, shortSettings(), ports);
    expect(summary.accepted).toBeGreaterThan(0);
  });

  it('says why nothing was learned', async () => {
    const calm = shortWorld();
    const mute = { ...shortOptimizer(), complete: async () => ({ text: 'no', finish: 'stop' as const }) };
    await expect(run(createMemoryJournal(), shortSettings({ testAtEnd: false }), calm, mute)).rejects.toThrow(
      /none of the \d+ replies of the optimizer in step 1 could be read: there is no single JSON object.* begins: "no"/,
    );
    const solved = {
      ...calm,
      rollout: (request: Parameters<typeof calm.rollout>[0]) =>
        calm.rollout({ ...request, skill: { 'SKILL.md': '- amber!\n- basil!\n- cedar!\n- delta!' }, repeat: 0 }),
    };
    const easy = await run(createMemoryJournal(), shortSettings({ testAtEnd: false }), solved, mute);
    expect(easy.why.length).toBeGreaterThan(0);
  });

  it('point 2: a resumed run replays to the same hash without a single call', async () => {
    const record = createMemoryRecord();
    const first = await run(
      createMemoryJournal(record),
      shortSettings({ slowUpdate: true, metaSkill: true, slowUpdateSamples: 4, epochs: 3 }),
    );
    const asked: string[] = [];
    const dead = { ...shortWorld(), rollout: () => Promise.reject(new Error('no rollout may run')) };
    const again = await run(
      createMemoryJournal(record),
      shortSettings({ slowUpdate: true, metaSkill: true, slowUpdateSamples: 4, epochs: 3 }),
      dead,
      shortOptimizer(asked),
    );
    expect(asked).toEqual([]);
    expect(again).toEqual(first);
  });
});
