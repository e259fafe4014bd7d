import { describe, expect, it } from 'vitest';
import type { Usage } from '#foundation/contracts/ports';
import type { SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { sealTest } from './sealed-world.ts';

const task = (id: string): SkillTask => ({ id, text: id, data: null });

describe('a sealed test split', () => {
  const seen: string[] = [];
  const world: SkillWorld = {
    name: 'plain',
    isSimulated: true,
    fingerprint: 1,
    tasks: (split) => [task(`${split}-1`), ...(split === 'train' ? [] : [task('both')])],
    rollout: ({ task: { id } }) => {
      seen.push(id);
      return Promise.resolve({ kind: 'unscored', outage: 'connection', message: '' });
    },
  };
  const request = (id: string): Parameters<SkillWorld['rollout']>[0] => ({
    task: task(id),
    skill: { 'SKILL.md': '' },
    repeat: 0,
    mayShowFeedback: false,
  });

  it('cannot be listed or rolled out before it is opened, and can afterwards', async () => {
    const sealed = sealTest(world);
    expect(sealed.isOpen).toBe(false);
    expect(() => sealed.tasks('test')).toThrow(/sealed/u);
    expect(() => sealed.rollout(request('test-1'))).toThrow(/after training ends/u);
    await sealed.rollout(request('train-1'));
    await sealed.rollout(request('both'));
    expect(seen).toEqual(['train-1', 'both']);
    expect(sealed.open().map(({ id }) => id)).toEqual(['test-1', 'both']);
    expect(sealed.isOpen).toBe(true);
    await sealed.rollout(request('test-1'));
    expect(seen).toContain('test-1');
  });

  it('tells all else of its world as it is, and nothing that the world does not tell', () => {
    const usage = (calls: number): Usage => ({ calls, promptTokens: calls, completionTokens: calls });
    const told = { ceiling: usage(3), usual: usage(2), prompts: { analyst: 'Look twice.' } };
    expect(sealTest({ ...world, ...told })).toMatchObject({
      name: 'plain',
      isSimulated: true,
      fingerprint: 1,
      ...told,
    });
    for (const name of Object.keys(told)) expect(sealTest(world)).not.toHaveProperty(name);
  });
});
