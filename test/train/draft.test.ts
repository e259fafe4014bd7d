import { describe, expect, it } from 'vitest';
import type { ModelClient, SkillWorld } from '#contracts';
import { createMemoryJournal, createMemoryRecord } from '#store';
import { train, type TrainSummary } from '#loops';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

/** The short world, but a skill with this line solves nothing. */
const POISON = '- poison';

function poisonedWorld(): SkillWorld {
  const world = shortWorld({ train: 24, validation: 24, test: 8 });
  return {
    ...world,
    rollout: async (request) =>
      world.rollout(
        request.skill['SKILL.md']!.includes(POISON) ? { ...request, skill: { 'SKILL.md': POISON } } : request,
      ),
  };
}

/** Helps while it knows of something to do, and then spoils the skill. */
function spoilingOptimizer(): ModelClient {
  const helpful = shortOptimizer();
  return {
    ...helpful,
    async complete(request) {
      const prompt = request.messages.map(({ content }) => content).join('\n');
      const knowsAll = ['amber', 'basil', 'cedar', 'delta'].every((word) => prompt.includes(`- ${word}!`));
      if (!knowsAll || request.stage === 'ranking') return helpful.complete(request);
      const edits = [{ op: 'append', content: POISON, target: '' }];
      const patch = { reasoning: '', edits };
      const isAnalyst = request.stage === 'analyst';
      const text = JSON.stringify(isAnalyst ? { batch_size: 4, failure_summary: [], patch } : patch);
      return { text, finish: 'stop', usage: { calls: 1, promptTokens: 50, completionTokens: 20 } };
    },
  };
}

async function play(draftSteps: number): Promise<{ summary: TrainSummary; events: string[] }> {
  const record = createMemoryRecord();
  const settings = shortSettings({ epochs: 3, batchSize: 12, validationTasks: 0 });
  const summary = await train(
    shortSkill,
    { ...settings, search: { ...settings.search, draftSteps } },
    { journal: createMemoryJournal(record), world: poisonedWorld(), optimizer: spoilingOptimizer(), timer: timeless },
  );
  return { summary, events: record.events.map(({ type }) => type) };
}

describe('a draft', () => {
  it('takes back a step that made it clearly worse on training tasks, and is tried once, at the end', async () => {
    const { summary, events } = await play(64);
    expect(events).toContain('draft-taken-back');
    expect(events.filter((type) => type.startsWith('candidate-'))).toEqual(['candidate-accepted']);
    expect(summary.best.skill['SKILL.md']).toContain('- basil!');
    expect(summary.best.skill['SKILL.md']).not.toContain(POISON);
  });
});
