import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { train, type TrainSettings, type TrainSummary } from '#learners/skill/train';
import type { Change } from '../../src/learners/skill/train/state/train-state.ts';
import { chooseAgreed } from '../../src/learners/skill/train/propose/choose-agreed.ts';
import { type Idea, weighIdeas, withRollouts } from '../../src/learners/skill/train/propose/weigh-ideas.ts';
import { practise } from '../../src/learners/skill/train/propose/practise.ts';
import { keepVersion, type SkillVersion } from '../../src/learners/skill/train/skill-version.ts';
import { lateDraft } from '../../src/learners/skill/train/trial/late-draft.ts';
import type { UpdateItem } from '../../src/learners/skill/edits/update-item.ts';
import { type Begun, beginRun, type Beginning, item, searching, skillOf, stepOf, taskOf } from './begun-run.ts';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

/** The short world, but a skill with this line solves nothing. */
const POISON = '- poison';

/** An optimizer that helps until a skill in use has known every word, and then spoils it. */
function spoiled(spoilers: readonly string[] = [POISON]): { world: SkillWorld; optimizer: ModelClient } {
  const world = shortWorld({ train: 12, validation: 24, test: 8 });
  const helpful = shortOptimizer();
  let isTaught = false;
  return {
    world: {
      ...world,
      rollout: async (request) => {
        const inUse = request.skill['SKILL.md']!;
        isTaught ||= ['amber', 'basil', 'cedar', 'delta'].every((word) => inUse.includes(`- ${word}!`));
        return world.rollout(inUse.includes(POISON) ? { ...request, skill: { 'SKILL.md': POISON } } : request);
      },
    },
    optimizer: {
      ...helpful,
      async complete(request) {
        if (!isTaught || request.stage === 'ranking') return helpful.complete(request);
        const patch = {
          reasoning: '',
          edits: spoilers.map((content) => ({ op: 'append', content, target: '' })),
        };
        const isAnalyst = request.stage === 'analyst';
        const text = JSON.stringify(isAnalyst ? { batch_size: 4, failure_summary: [], patch } : patch);
        return { text, finish: 'stop', usage: { calls: 1, promptTokens: 50, completionTokens: 20 } };
      },
    },
  };
}

async function play(epochs: number): Promise<{ summary: TrainSummary; events: string[] }> {
  const record = createMemoryRecord();
  const settings = shortSettings({ epochs, batchSize: 12, validationTasks: 0 });
  const summary = await train(
    shortSkill,
    { ...settings, search: { ...settings.search, draftSteps: 64 } },
    { journal: createMemoryJournal(record), ...spoiled(), timer: timeless },
  );
  return { summary, events: record.events.map(({ type }) => type) };
}

describe('the draft of a skill', () => {
  it.each([
    { epochs: 4, when: 'with the rollouts of the next step' },
    { epochs: 2, when: 'with rollouts of its own where it was the last step' },
  ])('takes back a step that made it clearly worse, $when, and is tried once', async ({ epochs }) => {
    const { summary, events } = await play(epochs);
    expect(events).toContain('draft-taken-back');
    expect(events.filter((type) => type.startsWith('candidate-'))).toEqual(['candidate-accepted']);
    expect(summary.best.skill['SKILL.md']).toContain('- basil!');
    expect(summary.best.skill['SKILL.md']).not.toContain(POISON);
  });
});

describe('a late draft', () => {
  const train = Array.from({ length: 8 }, (_, i) => taskOf(`t${i}`));
  const changeOf = (step: number, version: SkillVersion, ...contents: readonly string[]): Change => ({
    version,
    items: contents.map((content) => item(content, content)),
    maker: { step, epoch: 1, proposer: 'edits' },
    what: `step ${step}`,
  });
  const isLate = (change: Partial<TrainSettings['search']> = {}): Partial<TrainSettings> => ({
    search: searching({ draftSteps: 64, creditTasks: 0, ...change }),
  });

  /** A draft of parts, each a line more; skills pass so many of the tasks in the first round, and all validation tasks with a line. */
  async function drafted(
    passes: readonly number[],
    { settings = {}, ...more }: Beginning & { parts?: readonly (readonly string[])[] } = {},
  ): Promise<Begun & { versions: readonly SkillVersion[] }> {
    const { parts = [['one']], ...beginning } = more;
    const tasks = beginning.train ?? train;
    const texts = [[], ...parts.map((_, i) => parts.slice(0, i + 1).flat())].map(
      (lines) => skillOf(...lines)['SKILL.md']!,
    );
    const begun = beginRun(
      (text, { id }) => {
        const at = texts.indexOf(text);
        return id.startsWith('v')
          ? Number(at > 0)
          : Number(tasks.findIndex((task) => task.id === id) < (passes[at] ?? 0));
      },
      { validation: 12, ...beginning, train: tasks, settings: { ...isLate(), ...settings } },
    );
    begun.run.releaseTrial();
    const versions = texts.map((text) => keepVersion({ 'SKILL.md': text }, 'test', begun.run.journal));
    for (const [i, lines] of parts.entries()) begun.run.book.drafted(changeOf(i + 1, versions[i + 1]!, ...lines));
    for (const [i] of passes.entries()) await practise(begun.run, versions[i]!, tasks);
    return { ...begun, versions };
  }
  const reviewOf = async ({ run, versions }: Awaited<ReturnType<typeof drafted>>): Promise<boolean> =>
    (await lateDraft.review(run, stepOf(versions.at(-1)!))).isWanted;

  it('takes its last step back where training tasks are clearly worse with it, and its parent is not wanted any more', async () => {
    // 6/8 to 2/8 is just two standard errors; 6/8 to 1/8 is more.
    const even = await drafted([6, 2]);
    expect(await reviewOf(even)).toBe(true);
    expect(even.run.state.draft!.parts[0]!.effect).toBe(-0.5);
    const worse = await drafted([6, 1]);
    expect(await reviewOf(worse)).toBe(false);
    expect(worse.run.state.draft).toBeUndefined();
    expect(worse.eventsOf('draft-taken-back')).toMatchObject([{ step: 1, changes: 1, effect: -0.625 }]);
  });

  it('holds a step against the step before it, not against the incumbent', async () => {
    const { run, versions } = await drafted([0, 8, 4], { parts: [['one'], ['two']] });
    await lateDraft.review(run, stepOf(versions[2]!));
    expect(run.state.draft).toMatchObject({ version: versions[1], parts: [{ what: 'step 1' }] });
  });

  it('remembers one change that was taken back as harm, and several as doubtful', async () => {
    const single = await drafted([8, 0]);
    await reviewOf(single);
    expect(single.run.state.ideas.map(({ text, good, bad }) => [text, good, bad])).toEqual([['- one', 0, 4]]);
    const several = await drafted([8, 0], { parts: [['one', 'two']] });
    await reviewOf(several);
    expect(several.run.state.ideas.map(({ text, good, bad }) => [text, good, bad])).toEqual([
      ['- one', 0, 2],
      ['- two', 0, 2],
    ]);
  });

  it('is tried once it has taken all its steps, as the changes of them all', async () => {
    const parts = [['one'], ['two']];
    const growing = await drafted([], { parts, settings: isLate({ draftSteps: 3 }) });
    expect(await reviewOf(growing)).toBe(true);
    expect(growing.made).toEqual([]);
    const full = await drafted([], { parts, settings: isLate({ draftSteps: 2 }) });
    const { isWanted, tried } = await lateDraft.review(full.run, stepOf(full.versions[2]!));
    expect(isWanted).toBe(true);
    expect(tried).toMatchObject({ action: 'new-best', tried: { verdict: 'accept' } });
    expect(full.run.state).toMatchObject({ draft: undefined, current: full.versions[2], best: full.versions[2] });
    expect(full.eventsOf('draft-tried')).toMatchObject([
      { steps: [1, 2], candidate: full.versions[2]!.hash, score: 1 },
    ]);
    expect(full.eventsOf('candidate-accepted')).toMatchObject([
      { claim: 'with 2 changes of steps 1, 2 the expected score on told is higher' },
    ]);
  });

  describe('tried early', () => {
    const many = Array.from({ length: 40 }, (_, i) => taskOf(`t${i}`));
    const tries = ({ eventsOf }: Begun): number => eventsOf('draft-tried').length;

    it('leads on training tasks by three standard errors within an epoch, by two at its end', async () => {
      // 36/40 to 40/40 is 2.05 standard errors, 30/40 to 40/40 is 3.4.
      const likely = await drafted([36, 40], { train: many });
      await reviewOf(likely);
      expect(tries(likely)).toBe(0);
      await lateDraft.endEpoch(likely.run);
      expect(tries(likely)).toBe(1);
      expect(likely.run.state).toMatchObject({ draft: undefined, current: likely.versions[1], accepted: 1 });
      const clear = await drafted([30, 40], { train: many });
      await reviewOf(clear);
      expect(tries(clear)).toBe(1);
      const even = await drafted([38, 40], { train: many });
      await lateDraft.endEpoch(even.run);
      expect(tries(even)).toBe(0);
    });

    it('costs little of what is left: four passes are at most 0.15 of the room', async () => {
      const limited = async (room: number): Promise<number> => {
        const begun = await drafted([0, 40], {
          train: many,
          settings: { ...isLate(), limits: { rollouts: 80 + room } },
        });
        await lateDraft.endEpoch(begun.run);
        return tries(begun);
      };
      expect([await limited(319), await limited(320)]).toEqual([0, 1]);
    });

    it('puts nothing out of reach that few validation tasks could not decide later', async () => {
      const misses = async (count: number): Promise<number> => {
        const begun = await drafted([0, 40 - count], { train: many });
        await lateDraft.endEpoch(begun.run);
        return tries(begun);
      };
      // (misses + 1) / 42 is to be at most 0.05.
      expect([await misses(1), await misses(2)]).toEqual([1, 0]);
    });

    it('without an acceptance goes on, and is tried again only after it has grown', async () => {
      const begun = await drafted([0, 40], { train: many, validation: 1 });
      for (const _time of [1, 2]) await lateDraft.endEpoch(begun.run);
      expect(tries(begun)).toBe(1);
      expect(begun.run.state).toMatchObject({ accepted: 0, triedParts: 1, draft: { parts: [{ what: 'step 1' }] } });
      const next = keepVersion(skillOf('one', 'two'), 'test', begun.run.journal);
      begun.run.book.drafted(changeOf(2, next, 'two'));
      begun.run.book.practised(
        next,
        many.map((task) => ({ task, outcome: { kind: 'scored', score: { hard: 1 }, reply: '' } })) as never,
        true,
      );
      await lateDraft.endEpoch(begun.run);
      expect(tries(begun)).toBe(2);
    });

    it('is not without a gate that tests', async () => {
      const begun = await drafted([0, 40], { train: many, settings: { ...isLate(), gate: { kind: 'strict' } } });
      await lateDraft.endEpoch(begun.run);
      expect(tries(begun)).toBe(0);
    });
  });

  it('is measured at the end where no rollout has measured it and there is room for its trial beside, then tried', async () => {
    const finished = async (rollouts: number): Promise<Awaited<ReturnType<typeof drafted>>> => {
      const begun = await drafted([8], { settings: { ...isLate(), limits: { rollouts: 8 + rollouts } } });
      await lateDraft.finish(begun.run, train);
      return begun;
    };
    const room = 2 * 12 + train.length;
    const [tight, enough] = [await finished(room - 1), await finished(room)];
    // Measured, it was taken back: it passes none of the tasks that the incumbent passes.
    expect(tight.eventsOf('draft-tried')).toHaveLength(1);
    expect(enough.eventsOf('draft-tried')).toEqual([]);
    expect(enough.eventsOf('draft-taken-back')).toHaveLength(1);
    const known = await drafted([8, 8]);
    const before = known.made.length;
    await lateDraft.finish(known.run, train);
    expect(known.made.slice(before).filter(({ task }) => task.startsWith('t'))).toEqual([]);
    expect(known.run.state).toMatchObject({ draft: undefined, accepted: 1 });
  });
});

it('a draft that took a step of several changes back does not take them up again, though all analysts bring them again', async () => {
  const spoilers = [POISON, '- venom'];
  const { world, optimizer } = spoiled(spoilers);
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const settings = shortSettings({ epochs: 6, batchSize: 12, validationTasks: 0 });
  const proposed: string[] = [];
  await train(
    shortSkill,
    { ...settings, search: { ...settings.search, draftSteps: 64, readings: 2, votes: 2, patience: 0 } },
    {
      journal,
      world: {
        ...world,
        // One task always fails, so that there is always something to propose against.
        rollout: async (request) => {
          const outcome = await world.rollout(request);
          const isLost = request.task.id === 'train-0' && outcome.kind === 'scored';
          const score = { hard: 0, soft: 0, feedback: 'missing amber' };
          return isLost ? { ...outcome, reply: `${outcome.reply} ${request.repeat}`, score } : outcome;
        },
      },
      optimizer: {
        ...optimizer,
        complete: async (request) => {
          const reply = await optimizer.complete(request);
          if (request.stage === 'analyst' && reply.text.includes(POISON)) proposed.push(reply.text);
          return reply;
        },
      },
      timer: timeless,
    },
  );
  journal.finish({});
  const taken = record.events.filter(({ type }) => type === 'draft-taken-back');
  expect(taken.map(({ text }): unknown => JSON.parse(text))).toMatchObject([{ changes: spoilers.length }]);
  expect(proposed.length).toBeGreaterThan(8);
});

it('remembers each change of a step that was taken back: agreement alone does not bring it back', () => {
  const tasks = [{ id: 't', text: 'What about amber?', data: null }];
  const plum = (id: string): UpdateItem => ({
    kind: 'edit',
    origin: { id, source: 'failure', support: 1, causes: ['t'] },
    edit: { op: 'append', target: '', content: '- For amber say plum.' },
  });
  const report = (name: string) => ({
    source: 'failure',
    name,
    taskIds: ['t'],
    reasoning: '',
    failureTypes: [],
    successPatterns: [],
    notes: [],
    items: [plum(`${name}.0`)],
  });
  const choose = (known: readonly Idea[]) => {
    const reports = [report('fail_000'), report('fail_001')] as const;
    const weighed = weighIdeas({ tasks, rollouts: [], replies: new Set(), reports, known, others: [] } as never);
    return chooseAgreed([plum('fail_000.0')], weighed, { least: 2, analysts: 2, skill: shortSkill, proven: new Set() });
  };
  expect(choose([]).agreed).toHaveLength(1);
  const doubted = withRollouts([], '- For amber say plum.', { good: 0, bad: 2 });
  expect(choose(doubted)).toMatchObject({ agreed: [], open: [{ isDoubted: true }] });
});
