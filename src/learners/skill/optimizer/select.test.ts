import { describe, expect, it } from 'vitest';
import { decideEditBudget, wholeNumber } from './decide-edit-budget.ts';
import { editItem, type Script, scriptedOptimizer } from '../fixtures/scripted-optimizer.ts';
import { select, type Selection } from './select.ts';

const proposal = { reasoning: 'why', items: ['a', 'b', 'c', 'd'].map((id) => editItem(id, `- ${id}`)) };

async function run(editBudget: number | null, script: Script): Promise<Selection & { calls: number }> {
  const { optimizer, requests } = scriptedOptimizer(script);
  const selection = await select({ skill: { 'SKILL.md': '' }, proposal, editBudget, metaSkill: '' }, optimizer);
  return { ...selection, calls: requests.length };
}

describe('select (1.7)', () => {
  it('keeps all where they fit or there is no budget, and asks nobody', async () => {
    expect(await run(4, () => 'never')).toMatchObject({ proposal, indices: [0, 1, 2, 3], isRanked: false, calls: 0 });
    expect(await run(null, () => 'never')).toMatchObject({ proposal, calls: 0 });
  });

  it('keeps the ranked ones in their order, up to the budget', async () => {
    const { proposal: kept, indices, isRanked } = await run(2, () => ({ selected_indices: [3, 1, 0] }));
    expect([indices, isRanked]).toEqual([[3, 1], true]);
    expect(kept.items.map(({ origin }) => origin.id)).toEqual(['d', 'b']);
    expect(kept.reasoning).toBe('why [kept 2 of 4 by rank]');
  });

  it('takes whole numbers in range once each and fills nothing up; true is no index', async () => {
    expect((await run(3, () => ({ selected_indices: [true, 9, -1, 1.5, '2', 2, 2] }))).indices).toEqual([2]);
  });

  it('keeps the first ones where the ranking is unusable', async () => {
    expect(await run(2, () => ({ selected_indices: [99] }))).toMatchObject({
      indices: [0, 1],
      isRanked: false,
      calls: 2,
    });
  });

  it('a budget of 0 keeps nothing (the original applied one edit)', async () => {
    const { proposal: kept, calls } = await run(0, () => ({ selected_indices: [1] }));
    expect([kept.items.length, calls]).toEqual([0, 0]);
  });
});

describe('the autonomous edit budget (1.7)', () => {
  const decide = (script: Script): ReturnType<typeof decideEditBudget> => {
    const { optimizer } = scriptedOptimizer(script);
    const rollouts = { count: 8, hard: 0.5, soft: 0.625 };
    return decideEditBudget({ skill: { 'SKILL.md': '' }, proposal, rollouts, history: '', metaSkill: '' }, optimizer);
  };

  it('is what the optimizer says, no more than there is', async () => {
    expect(await decide(() => ({ learning_rate: 2, reasoning: 'r', confidence: 0.9 }))).toMatchObject({
      learning_rate: 2,
      clamped: false,
      fallback: false,
      confidence: 0.9,
      available_update_items: 4,
    });
    expect(await decide(() => ({ learning_rate: 9 }))).toMatchObject({
      learning_rate: 4,
      raw_learning_rate: 9,
      clamped: true,
    });
  });

  it('is 0, marked as a fallback, where the reply is unusable', async () => {
    expect(await decide(() => ({ learning_rate: true }))).toMatchObject({ learning_rate: 0, fallback: true });
    expect(await decide(() => 'three')).toMatchObject({ learning_rate: 0, fallback: true, raw_response: 'three' });
    expect((await decide(() => 'three')).error).toBe('there is no single JSON object in the reply');
    expect(await decide(() => ({ learning_rate: 2 }))).not.toHaveProperty('error');
  });

  it('reads whole numbers, also in words', () => {
    expect([3, 3.0, 0, 'about 2 edits', '4.0'].map(wholeNumber)).toEqual([3, 3, 0, 2, 4]);
    expect([true, -1, 2.5, '2.05', 'none', null, undefined].map(wholeNumber)).toEqual(Array(7).fill(undefined));
  });
});
