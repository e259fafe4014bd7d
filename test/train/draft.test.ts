import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#contracts/ports';
import type { SkillWorld } from '#contracts/skills';
import { createMemoryJournal, createMemoryRecord } from '#store';
import { train, type TrainSummary } from '#loops/train';
import { chooseAgreed } from '../../src/loops/train/propose/choose-agreed.ts';
import { type Idea, weighIdeas, withRollouts } from '../../src/loops/train/propose/weigh-ideas.ts';
import type { UpdateItem } from '../../src/skill/edits/update-item.ts';
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

describe('a draft', () => {
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
          return isLost ? { ...outcome, score: { hard: 0, soft: 0, feedback: 'missing amber' } } : outcome;
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
  const item = (id: string): UpdateItem => ({
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
    items: [item(`${name}.0`)],
  });
  const choose = (known: readonly Idea[]) => {
    const reports = [report('fail_000'), report('fail_001')] as const;
    const weighed = weighIdeas({ tasks, rollouts: [], reports, known, others: [] } as never);
    return chooseAgreed([item('fail_000.0')], weighed, { least: 2, analysts: 2, skill: shortSkill });
  };
  expect(choose([]).agreed).toHaveLength(1);
  const doubted = withRollouts([], '- For amber say plum.', { good: 0, bad: 2 });
  expect(choose(doubted)).toMatchObject({ agreed: [], open: [{ isDoubted: true }] });
});
