import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { comparePairs, keepPairs, pairPolicyOf, topUpBlock } from './comparison-pairs.ts';
import { rollout, type Script, scriptedOptimizer, userText } from '../fixtures/scripted-optimizer.ts';
import { writeMetaSkill } from './meta-skill.ts';
import { slowUpdateOf, withSlowUpdate, writeSlowUpdate } from './slow-update.ts';

const before = [0, 1, 0, 1].map((hard, i) => rollout(`t${i}`, hard));
const after = [1, 0, 0, 1].map((hard, i) => rollout(`t${i}`, hard));
const pairs = comparePairs(before, [...after].reverse(), 1);
const comparison = { previousSkill: { 'SKILL.md': '# Old\n' }, currentSkill: { 'SKILL.md': '# New\n' }, pairs };

describe('comparison pairs (1.11)', () => {
  it('have one of four categories, in the order of the tasks', () => {
    expect(pairs.map(({ taskId, category }) => [taskId, category])).toEqual([
      ['t0', 'improved'],
      ['t1', 'regressed'],
      ['t2', 'persistent_fail'],
      ['t3', 'stable_success'],
    ]);
  });

  it('leave out a task that one side has no score for', () => {
    expect(comparePairs(before, after.slice(0, 2), 1)).toHaveLength(2);
  });

  it.each([
    ['mixed', ['t0', 't1', 't2', 't3'], 0],
    ['changed', ['t0', 't1'], 4],
    ['unchanged', ['t2', 't3'], 0],
  ] as const)('policy %s keeps %j and lacks %i of 6', (policy, ids, missing) => {
    const kept = keepPairs(pairs, policy, 6);
    expect([kept.kept.map(({ taskId }) => taskId), kept.missing]).toEqual([ids, missing]);
    expect(keepPairs(pairs, policy, 1).kept).toHaveLength(1);
  });

  it('know the aliases of the policies, and no others', () => {
    expect(['default', 'random', 'all', 'mixed'].map(pairPolicyOf)).toEqual(Array(4).fill('mixed'));
    expect(['change', 'delta', '10_01', '01_10'].map(pairPolicyOf)).toEqual(Array(4).fill('changed'));
    expect(['stable', 'same', '00_11'].map(pairPolicyOf)).toEqual(Array(3).fill('unchanged'));
    expect(() => pairPolicyOf('some')).toThrow(expect.objectContaining({ code: 'skill/bad-setting' }));
  });

  it('are topped up in blocks of tasks not seen yet, the same for the same stream, until none is left', () => {
    const ids = Array.from({ length: 10 }, (_, i) => `t${i}`);
    const first = topUpBlock(ids, new Set(['t0']), 4, createRng('e'));
    const second = topUpBlock(ids, new Set(['t0', ...first]), 4, createRng('e'));
    expect(first).toEqual(topUpBlock(ids, new Set(['t0']), 4, createRng('e')));
    expect(new Set([...first, ...second]).size).toBe(8);
    expect(topUpBlock(ids, new Set(['t0', ...first, ...second]), 4, createRng('e'))).toHaveLength(1);
  });
});

describe('the slow update (1.11)', () => {
  const write = async (script: Script, skill = '# New\n'): Promise<{ made: unknown; user: string }> => {
    const { optimizer, requests } = scriptedOptimizer(script);
    const made = await writeSlowUpdate({ ...comparison, currentSkill: { 'SKILL.md': skill } }, optimizer);
    return { made, user: userText(requests[0]!) };
  };

  it('is written from both skills, the old guidance and the pairs, regressions first', async () => {
    const guided = withSlowUpdate({ 'SKILL.md': '# New\n' }, 'Old guidance.')['SKILL.md']!;
    const { made, user } = await write(() => ({ reasoning: 'r', slow_update_content: ' Check the sign. ' }), guided);
    expect(made).toEqual({ reasoning: 'r', content: 'Check the sign.' });
    expect(user).toMatch(
      /# Previous skill[\s\S]*# Skill[\s\S]*# Previous guidance[\s\S]*Old guidance\.[\s\S]*# Comparison/,
    );
    const order = [...user.matchAll(/"category":"(\w+)"/g)].map((found) => found[1]);
    expect(order).toEqual(['regressed', 'persistent_fail', 'improved', 'stable_success']);
  });

  it('shows both rollouts of each task, the earlier one first', async () => {
    const { user } = await write(() => ({ slow_update_content: 'x' }));
    const lines = user.split('\n').filter((line) => line.startsWith('{"task"'));
    const shown = lines.map((line) => {
      const { task, previous, current } = JSON.parse(line) as Record<
        'previous' | 'current',
        { task: string; hard: number }
      > & {
        task: string;
      };
      return [task, previous.task, previous.hard, current.task, current.hard];
    });
    expect(shown).toEqual([
      ['t1', 't1', 1, 't1', 0],
      ['t2', 't2', 0, 't2', 0],
      ['t0', 't0', 0, 't0', 1],
      ['t3', 't3', 1, 't3', 1],
    ]);
  });

  it('shows transcripts of all but lasting successes', async () => {
    const { user } = await write(() => ({ slow_update_content: 'x' }));
    const lines = user.split('\n').filter((line) => line.startsWith('{"task"'));
    expect(lines.map((line) => line.includes('"transcript"'))).toEqual([true, true, true, false]);
  });

  it('has no content where the reply has none, and says why', async () => {
    expect((await write(() => ({ slow_update_content: ' ' }))).made).toMatchObject({
      content: '',
      problem: 'no content',
    });
    expect((await write(() => 'no')).made).toMatchObject({ content: '', problem: expect.any(String) });
  });

  it('is one region at the end of the skill, whatever was there', () => {
    const skill = {
      'SKILL.md':
        '# A\n\n<!-- SLOW_UPDATE_START -->\nx\n<!-- SLOW_UPDATE_END -->\n\n- b\n\n<!-- SLOW_UPDATE_START -->\ny\n<!-- SLOW_UPDATE_END -->\n',
    };
    const once = withSlowUpdate(skill, 'z <!-- SLOW_UPDATE_END --> <!-- KEEP_START -->');
    expect(once['SKILL.md']).toBe('# A\n\n- b\n\n<!-- SLOW_UPDATE_START -->\nz\n<!-- SLOW_UPDATE_END -->\n');
    expect(slowUpdateOf(once)).toBe('z');
    expect(withSlowUpdate(once, 'z')).toEqual(once);
  });

  it('begins as an empty placeholder', () => {
    const skill = withSlowUpdate({ 'SKILL.md': '' }, '');
    expect(skill['SKILL.md']).toBe('<!-- SLOW_UPDATE_START -->\n<!-- SLOW_UPDATE_END -->\n');
    expect(slowUpdateOf(skill)).toBe('');
  });

  it('leaves kept regions and front matter alone', () => {
    const text = '---\nname: a\n---\n<!-- KEEP_START -->k<!-- KEEP_END -->\n';
    const after = withSlowUpdate({ 'SKILL.md': text }, 'x')['SKILL.md']!;
    expect(after.startsWith(text.trimEnd())).toBe(true);
  });
});

describe('the meta skill (1.12)', () => {
  const write = async (script: Script): Promise<unknown> =>
    writeMetaSkill(comparison, 'Be brief.', scriptedOptimizer(script).optimizer);

  it('is advice from the same comparison', async () => {
    expect(await write(() => ({ reasoning: 'r', meta_skill_content: 'Be general.' }))).toEqual({
      reasoning: 'r',
      content: 'Be general.',
    });
  });

  it('has no content where the reply has none, and says why', async () => {
    expect(await write(() => ({ meta_skill_content: '' }))).toMatchObject({ content: '', problem: 'no content' });
    expect(await write(() => 'no')).toMatchObject({ content: '', problem: expect.any(String) });
  });
});
