import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import type { SkillWorld } from '#foundation/contracts/skills';
import { train, type TrainPorts, type TrainSummary, usualSettings } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { shortOptimizer, shortSkill, shortWorld, timeless } from './short-run.ts';

const settings = { ...usualSettings, epochs: 2, batchSize: 12, minibatchSize: 3 };

async function play(
  validation: number,
  ports: Partial<TrainPorts> = {},
): Promise<{ readonly summary: TrainSummary; readonly events: readonly string[] }> {
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const world: SkillWorld = shortWorld({ train: 12, validation, test: 8 });
  const summary = await train(shortSkill, settings, {
    journal,
    world,
    optimizer: shortOptimizer(),
    timer: timeless,
    ...ports,
  });
  journal.finish({});
  return { summary, events: record.events.map(({ type }) => type) };
}

describe('an undecided candidate of training', () => {
  it('keeps the draft with its gain and says about how many more tasks would decide', async () => {
    // Only one word in four can be learnt: three of twelve tasks cannot tell that from luck.
    const calm = shortWorld({ train: 12, validation: 12, test: 8 });
    const hard: SkillWorld = {
      ...calm,
      rollout: (request) => {
        const knows = request.skill['SKILL.md']!.includes('- amber!');
        return calm.rollout({ ...request, skill: { 'SKILL.md': knows ? '- amber!' : '' } });
      },
    };
    const { summary } = await play(12, { world: hard });
    expect(summary.accepted).toBe(0);
    expect(summary.open).toMatchObject({ tasks: 12 });
    expect(summary.open!.version.skill['SKILL.md']).toContain('- amber!');
    expect(summary.open!.gain).toBeGreaterThan(0.1);
    expect(summary.open!.more).toBeGreaterThan(3);
  });

  it('is the draft that a later run with more tasks goes on with, and decides', async () => {
    const draft = { 'SKILL.md': `${shortSkill['SKILL.md']!}\n- amber!\n- basil!\n- cedar!\n- delta!\n` };
    const { summary, events } = await play(40, { draft });
    expect(events).toContain('draft-continued');
    expect(summary.accepted).toBe(1);
    expect(summary.best.skill['SKILL.md']).toContain('- delta!');
    expect(summary.open).toBeNull();
  });

  it('is no draft where an earlier run left the skill as it is', async () => {
    const { events } = await play(12, { draft: shortSkill });
    expect(events).not.toContain('draft-continued');
  });

  it('tries a draft early where training shows a clear gain: it is in force before the run ends', async () => {
    // So many tasks decide later gains from 0.05 on: nothing is put out of reach.
    const { events } = await play(120);
    const accepted = events.indexOf('candidate-accepted');
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(events.lastIndexOf('step-ended'));
  });

  it('waits with an early trial where few tasks could not decide the rest afterwards', async () => {
    const quick = shortOptimizer();
    // Learns the last word only after the others: a quarter of sixteen tasks cannot be told from luck, all of them can.
    const optimizer: ModelClient = {
      ...quick,
      complete(request) {
        const isLate = request.messages.some(({ content }) => content.includes('- amber!'));
        const hide = (content: string): string => (isLate ? content : content.replaceAll('missing delta', ''));
        const messages = request.messages.map((message) => ({ ...message, content: hide(message.content) }));
        return quick.complete({ ...request, messages });
      },
    };
    const { summary } = await play(16, { optimizer });
    expect(summary.best.skill['SKILL.md']).toContain('- delta!');
    expect(summary.open).toBeNull();
  });
});
