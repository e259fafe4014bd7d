import { describe, expect, it } from 'vitest';
import { Certificate } from '#foundation/contracts/certificates';
import type { Timer } from '#foundation/contracts/ports';
import type { AnswerJudge, PreferencePair, QuestionForm, Trainer } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';
import { createJudgePanel } from '#world/models/judges';
import { createMemoryJournal, createMemoryRecord, type MemoryRecord } from '#world/store';
import { auditCertificates } from '../src/ratchet/audit/audit.ts';
import { RecordedSteps } from '../src/ratchet/audit/recorded-steps.ts';
import { Play, type SelfPlayPorts } from '../src/learners/model/selfplay/play.ts';
import { modelLearner, selfplay } from '../src/learners/model/selfplay/selfplay.ts';
import { type SelfPlaySettings, usualSelfPlay } from '../src/learners/model/selfplay/settings.ts';
import { chance, form, judge, toyTrainer } from './selfplay/toy-roles.ts';

const still: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

const small: SelfPlaySettings = {
  ...usualSelfPlay,
  iterations: 4,
  questions: 60,
  gate: { every: 2, questions: 120, passes: 2, alpha: 0.05 },
  finalQuestions: 60,
};

function portsOf(
  record: MemoryRecord,
  more: Partial<SelfPlayPorts> = {},
): SelfPlayPorts & { finish(summary: unknown): string } {
  const journal = createMemoryJournal(record);
  return {
    trainers: { generator: toyTrainer(), solver: toyTrainer() },
    judge,
    form,
    journal,
    blobs: { getBlob: (blob) => record.blobs.get(blob) },
    timer: still,
    ...more,
    finish: (summary) => journal.finish(JSON.parse(JSON.stringify(summary))),
  };
}

async function play(record: MemoryRecord, settings = small, more: Partial<SelfPlayPorts> = {}) {
  const ports = portsOf(record, more);
  const summary = await selfplay(settings, ports);
  return { summary, hash: ports.finish(summary) };
}

async function played(settings: SelfPlaySettings): Promise<MemoryRecord> {
  const record = createMemoryRecord();
  await play(record, settings);
  return record;
}

describe('a unit of self-play', () => {
  it('is chosen without an effect, leaves the state before it as it was, and is booked by its changes alone', async () => {
    const record = createMemoryRecord();
    const learner = modelLearner(new Play(small, portsOf(record)));
    const state = await learner.begin();
    const before = structuredClone(state);
    const done = (): number[] => [record.events.length, record.effects.size, record.blobs.size];
    const begun = done();
    const unit = (await learner.propose(state))!;
    expect(unit).toEqual({ kind: 'iterate', number: 1, isTrialDue: false });
    expect(done()).toEqual(begun);
    const changes = await learner.try(state, unit);
    expect(state).toEqual(before);
    const after = learner.apply(state, unit, changes);
    expect(after).toMatchObject({ iteration: 1, totals: { iterations: 1 } });
    expect(learner.apply(state, unit, changes)).toEqual(after);
    expect(await learner.propose(after)).toMatchObject({ number: 2, isTrialDue: true });
  });
});

/** Mean judged score of the strong answers of the first batch. */
const levelIn = (record: MemoryRecord): number => Number(eventsOf(record, 'questions-judged')[0]!['level']);

const eventsOf = (record: MemoryRecord, type: string): Record<string, unknown>[] =>
  record.events.filter((event) => event.type === type).map(({ text }) => JSON.parse(text) as Record<string, unknown>);

describe('self-play', () => {
  it('learns from judgeable kinds alone, moves the generator towards them, and certifies what it accepts', async () => {
    const record = createMemoryRecord();
    const { summary } = await play(record);
    expect(summary.accepted).toBeGreaterThan(0);
    expect(summary.kept).toBeGreaterThan(20);
    // Odd kinds cannot be judged: half of what it asked at the start.
    expect(Number(summary.checkpoints.generator.split('/')[1])).toBeLessThan(0.45);
    // Both sides together are at most a tenth of the questions that were judged.
    const { first, last } = summary.generator!.questions;
    expect(first + last).toBeLessThanOrEqual(0.1 * summary.judged);
    expect(last).toBeGreaterThan(5);
    expect(Object.keys(summary.refusals)).toEqual(expect.arrayContaining(['malformed', 'answers not told apart']));
    const kept = [...record.blobs.values()]
      .flatMap((bytes) => new TextDecoder().decode(bytes).split('\n'))
      .filter((line) => line.startsWith('{"answers"'))
      .map((line) => JSON.parse(line) as { kind: string; refusal: string | null })
      .filter(({ refusal }) => refusal === null);
    expect(kept.length).toBe(summary.kept);
    expect(kept.filter(({ kind }) => kind === 'k1' || kind === 'k3').length).toBeLessThan(0.05 * kept.length);
    const certificates = [...record.certificates.values()].map(({ hash: name, text }) => ({
      hash: name,
      certificate: Certificate.parse(JSON.parse(text)),
    }));
    const blobs = { getBlob: (blob: string) => record.blobs.get(blob) };
    const steps = new RecordedSteps([...record.effects.values()], blobs);
    const findings = auditCertificates(certificates, { steps, blobs });
    expect(findings.map(({ ok, why }) => [ok, why])).toEqual(findings.map(() => [true, undefined]));
    expect(findings).toHaveLength(summary.accepted);
  });

  it('depends on nothing but the judgements: a judge that only repeats them gives the same hash', async () => {
    const said = new Map<string, unknown>();
    const heard: AnswerJudge = {
      ...judge,
      async score(items) {
        const scores = await judge.score(items);
        for (const [i, item] of items.entries()) said.set(JSON.stringify(item), scores[i]);
        return scores;
      },
      async compare(items) {
        const preferences = await judge.compare(items);
        for (const [i, item] of items.entries()) said.set(JSON.stringify(item), preferences[i]);
        return preferences;
      },
    };
    const first = await play(createMemoryRecord(), small, { judge: heard });
    const repeating: AnswerJudge = {
      id: judge.id,
      isSimulated: true,
      score: (items) => Promise.resolve(items.map((item) => said.get(JSON.stringify(item)) as number)),
      compare: (items) => Promise.resolve(items.map((item) => said.get(JSON.stringify(item)) as 'first')),
    };
    const second = await play(createMemoryRecord(), small, { judge: repeating });
    expect(second.hash).toBe(first.hash);
  });

  it('comes to the same hash when it is cut off anywhere and taken up again', async () => {
    const whole = await play(createMemoryRecord());
    for (const end of [2, 6]) {
      const record = createMemoryRecord();
      let calls = 0;
      const cut: AnswerJudge = {
        ...judge,
        score: (items) => {
          calls += 1;
          if (calls === end) throw new Error('cut off');
          return judge.score(items);
        },
      };
      await expect(play(record, small, { judge: cut })).rejects.toThrow('cut off');
      expect((await play(record)).hash).toBe(whole.hash);
    }
  });

  it('rolls a worse checkpoint back', async () => {
    const record = createMemoryRecord();
    const worse = toyTrainer({ teach: (level) => Math.max(0.05, level - 0.2) });
    const { summary } = await play(record, small, { trainers: { generator: toyTrainer(), solver: worse } });
    expect(summary).toMatchObject({ accepted: 0, checkpoints: { solver: '0.4000/0.5000' } });
    expect(summary.rolledBack).toBeGreaterThan(0);
    expect(eventsOf(record, 'solver-rolled-back')[0]).toMatchObject({ to: '0.4000/0.5000' });
  });

  it('keeps to its limits, keeps room for a last trial, and says that the budget ended it', async () => {
    const record = createMemoryRecord();
    const { summary } = await play(record, { ...small, iterations: 50, limits: { judgeCalls: 6000 } });
    expect(summary.ended).toBe('budget');
    expect(summary.judgeCalls).toBeLessThanOrEqual(6000);
    expect(eventsOf(record, 'budget-spent')).toHaveLength(1);
    expect(summary.accepted + summary.rejected + summary.undecided).toBeGreaterThan(0);
  });

  it('keeps to limits of calls, tokens and time as well', async () => {
    for (const [what, limit] of [
      ['modelCalls', 3000],
      ['tokens', 200_000],
    ] as const) {
      const { summary } = await play(createMemoryRecord(), { ...small, iterations: 50, limits: { [what]: limit } });
      expect(summary.ended).toBe('budget');
      expect(summary[what]).toBeLessThanOrEqual(limit);
      expect(summary[what]).toBeGreaterThan(limit / 2);
    }
    let now = 0;
    const record = createMemoryRecord();
    const timer: Timer = { ...still, now: () => (now += 10) };
    const timed = { ...small, iterations: 50, limits: { milliseconds: 700 } };
    const { summary, hash: name } = await play(record, timed, { timer });
    expect(summary.ended).toBe('budget');
    expect(summary.iterations).toBeLessThan(50);
    // Read again from the record, time stands where it stood.
    expect((await play(record, timed, { timer: still })).hash).toBe(name);
  });

  it('charges what a model does not tell at the most it could be, and a limit in dollars needs a price', async () => {
    const prices = { generator: { prompt: 0, completion: 0 }, solver: { prompt: 0, completion: 100 } };
    const settings = { ...small, drafts: 1, answered: 1, limits: { dollars: 1.5 } };
    const judgeFree = { ...prices, judge: { prompt: 0, completion: 0 } };
    const { summary } = await play(createMemoryRecord(), settings, { prices: judgeFree });
    expect(summary.ended).toBe('budget');
    // 9 answers of at most 12 tokens to each question, at 100 dollars a million.
    expect(summary.dollars).toBeGreaterThan(0.75);
    expect(summary.dollars).toBeLessThanOrEqual(1.5);
    await expect(play(createMemoryRecord(), settings, { prices })).rejects.toThrow('no price is known for the judge');
  });

  it('asks rankings of a judge that gives them, each order with its reverse, and decides pairs with fewer calls', async () => {
    const shown: string[][] = [];
    const ranking: AnswerJudge = {
      ...judge,
      rank: (items) =>
        Promise.resolve(
          items.map(({ question, answers, pass }) => {
            shown.push([question, ...answers]);
            // Every twentieth reply names a place twice: no verdict.
            if (chance(`${question}${pass}`) < 0.05) return answers.map(() => 0);
            const worth = (i: number): number =>
              /k[13]/.test(question) ? chance(`${question}${answers[i]}${pass}`) : answers[i] === 'r' ? 1 : 0;
            return answers.map((_, i) => i).toSorted((a, b) => worth(b) - worth(a));
          }),
        ),
    };
    const several = { ...small, iterations: 1, judgedStrong: 6 };
    const plain = await play(createMemoryRecord(), several);
    const ranked = await play(createMemoryRecord(), { ...several, rankPasses: 4 }, { judge: ranking });
    expect(ranked.summary.kept).toBeGreaterThan(0.8 * plain.summary.kept);
    for (let i = 0; i < shown.length; i += 2) {
      const [[question, ...answers], [again, ...reversed]] = [shown[i]!, shown[i + 1]!];
      expect([again, reversed.toReversed()]).toEqual([question, answers]);
    }
    expect(ranked.summary.judgeCalls).toBeLessThan(plain.summary.judgeCalls);
    await expect(play(createMemoryRecord(), { ...small, rankPasses: 2 })).rejects.toThrow('puts no lists in order');
  });

  it('takes weak answers from a smaller model where one is named, from a lagging checkpoint, or as the best of few', async () => {
    const asked: string[] = [];
    const little = toyTrainer();
    const weak: Trainer = {
      ...little,
      start: () => Promise.resolve({ id: '0.0500/0.5000', backend: 'toy', where: 'small' }),
      serve: async (checkpoint) => {
        const sampler = await little.serve(checkpoint);
        return {
          ...sampler,
          sample: (requests) => {
            asked.push(...requests.map(({ prompt }) => prompt));
            return sampler.sample(requests);
          },
        };
      },
    };
    const mild = { ...small, weak: { count: 3, temperature: 1, bestOf: 1, lag: 0 } };
    const { summary } = await play(createMemoryRecord(), mild, { weak });
    expect(summary.kept).toBeGreaterThan(20);
    expect(asked.length % 3).toBe(0);
    expect(asked.length).toBeGreaterThan(3 * 100);
    const solver = toyTrainer();
    const served: string[] = [];
    const watched: Trainer = {
      ...solver,
      serve: (checkpoint) => {
        served.push(checkpoint.id);
        return solver.serve(checkpoint);
      },
    };
    const lagging = { ...small, iterations: 3, weak: { count: 3, temperature: 2.5, bestOf: 1, lag: 2 } };
    await play(createMemoryRecord(), lagging, { trainers: { generator: toyTrainer(), solver: watched } });
    expect(served.filter((id) => id === '0.4000/0.5000')).toHaveLength(1);
    expect(new Set(served).size).toBeGreaterThan(2);
    const best = { ...small, iterations: 1, strong: { count: 4, temperature: 1, bestOf: 5, lag: 0 } };
    const record = createMemoryRecord();
    await play(record, best);
    expect(levelIn(record)).toBeGreaterThan(levelIn(await played(small)) + 0.02);
  });

  it('is one model that asks and answers where roles are shared: every update starts from the last, of either role', async () => {
    const both = toyTrainer();
    const trail: [string, string][] = [];
    const one: Trainer = {
      ...both,
      train: async (from, batch, method) => {
        const next = await both.train(from, batch, method);
        trail.push([from.id, next.id]);
        return next;
      },
    };
    const { summary } = await play(
      createMemoryRecord(),
      { ...small, isShared: true },
      { trainers: { generator: one, solver: one } },
    );
    expect(summary.accepted).toBeGreaterThan(0);
    const strange = trail.filter(([from], i) => i > 0 && !trail.slice(0, i).flat().includes(from));
    expect(strange).toEqual([]);
    expect(trail.filter(([from], i) => i > 0 && from === trail[i - 1]![1]).length).toBeGreaterThan(trail.length / 2);
    expect(summary.checkpoints.generator.split('/')[0]).not.toBe('0.4000');
  });

  it('teaches a generator without policy gradient from ranked pairs, one that cannot be trained by examples, and says so', async () => {
    const prompts = new Set<string>();
    const form2: QuestionForm = {
      ...form,
      ask: ({ good }) => {
        prompts.add(good.join());
        return '?';
      },
    };
    const asked: PreferencePair[] = [];
    const byPairs = toyTrainer({ methods: ['dpo'] });
    const generator: Trainer = {
      ...byPairs,
      train: (from, batch, method) => {
        asked.push(...batch.pairs);
        return byPairs.train(from, batch, method);
      },
    };
    const pairs = await play(
      createMemoryRecord(),
      { ...small, iterations: 2 },
      { trainers: { generator, solver: toyTrainer() } },
    );
    expect(pairs.summary.generatorLearnsBy).toBe('ranked pairs');
    // A pair of questions tells the outside trainer what was measured of the chosen one.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ reliability }) => reliability.cons > 0 && reliability.combined > 0)).not.toEqual([]);
    const none = await play(
      createMemoryRecord(),
      { ...small, iterations: 3 },
      { form: form2, trainers: { generator: toyTrainer({ methods: [] }), solver: toyTrainer() } },
    );
    expect(none.summary.generatorLearnsBy).toBe('examples in its prompt');
    expect([...prompts].some((good) => good.includes('k'))).toBe(true);
  });

  it('does not accept on the word of a judge that stopped refusing answers to other questions', async () => {
    const record = createMemoryRecord();
    const { summary } = await play(record, small, {
      judge: {
        ...judge,
        score: async (items) => (items[0]!.pass >= 1_000_000 ? items.map(() => 0.9) : judge.score(items)),
      },
    });
    expect(summary.accepted).toBe(0);
    expect(eventsOf(record, 'judge-checked')[0]!['distrust']).not.toBeNull();
  });

  it('lets several judges take turns, tells how far they agree, and names the one that stands apart', async () => {
    const turns = [0, 0, 0];
    const heard = (own: AnswerJudge, i: number): AnswerJudge => ({
      ...own,
      score: (items) => {
        turns[i]! += items.length;
        return own.score(items);
      },
    });
    const odd: AnswerJudge = {
      ...judge,
      id: 'odd',
      score: (items) => Promise.resolve(items.map((item) => chance(JSON.stringify(item)))),
    };
    const panel = createJudgePanel([judge, judge, odd].map(heard));
    const record = createMemoryRecord();
    const { summary } = await play(record, { ...small, thresholds: { cons: 0, sep: 0, stab: 0 } }, { judge: panel });
    expect(summary.judged).toBeGreaterThan(100);
    // Four passes among three: the first has two of them.
    expect(Math.max(...turns) / Math.min(...turns)).toBeLessThan(2.1);
    const checked = eventsOf(record, 'judge-checked')[0]!;
    expect(checked).toMatchObject({ outlier: '3. odd' });
    expect(checked['agreement']).toBeLessThan(0.8);
    const pass = (n: number) => ({ question: 'k0:1', first: 'r', second: 'w', pass: n });
    const own = createJudgePanel([judge, { ...judge, compare: (items) => Promise.resolve(items.map(() => 'tie')) }]);
    // Passes 0 and 1 are both orders of one look: one judge's.
    expect(await own.compare([0, 1, 2, 3].map(pass))).toEqual(['first', 'first', 'tie', 'tie']);
  });

  it('hands faults on, and scores none of them', async () => {
    const failing = { ...judge, score: () => Promise.reject(new Fault('models/judge-failed', 'gone')) };
    await expect(play(createMemoryRecord(), small, { judge: failing })).rejects.toThrow('gone');
  });
});
