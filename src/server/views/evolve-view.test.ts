import { describe, expect, it } from 'vitest';
import type { Json, RunEvent } from '#contracts';
import { EvolveFold, EvolveView } from './evolve-view.ts';

const told: readonly (readonly [string, Json])[] = [
  ['phase-begun', { phase: 1, says: 'specialists practise' }],
  ['candidate-accepted', { template: 'PARITY', domain: 'reasoning', level: 1, before: 0, score: 1 }],
  ['lesson-measured', { template: 'GRID_NAV', domain: 'agentic', level: 2, before: -0.4 }],
  ['schedule-set', { alpha: { verify: 0.2 }, domains: { agentic: { act: 0.7 }, reasoning: { act: 0.3 } } }],
  ['main-acted', { what: 'PARITY@1', domain: 'reasoning', score: 1 }],
  ['main-acted', { what: 'SEQ(PARITY,GRID_NAV)@1', domain: 'agentic', score: 0.5 }],
  ['patch-proposed', { id: 'a', kind: 'fuse', priority: 0.1 }],
  ['patch-proposed', { id: 'b', kind: 'fuse', priority: 0.3 }],
  ['patch-proposed', { id: 'c', kind: 'simplify', priority: 0.2 }],
  ['patch-rejected', { id: 'c', kind: 'simplify', why: 'refuted', counterexample: { x: 1 } }],
];
const events = told.map(([type, data], seq): RunEvent => ({ v: 1, run: 'r', seq, type, data }));

describe('a run of evolve', () => {
  const fold = new EvolveFold();
  for (const event of events) fold.add(event);
  const view = EvolveView.parse(fold.view());

  it('counts practice where it was given, with the score as it stands', () => {
    const cells = view.cells.map(({ template, level, passRate, practised }) => [
      `${template}@${level}`,
      passRate,
      practised,
    ]);
    expect(cells).toEqual([
      ['PARITY@1', 1, 2],
      ['GRID_NAV@2', -0.4, 1],
      ['SEQ(PARITY,GRID_NAV)@1', 0.5, 1],
    ]);
  });

  it('sums up what was missed, by domain and over all', () => {
    const regret = Object.fromEntries(view.regret.map(({ name, y }) => [name, y]));
    expect(regret).toEqual({
      reasoning: [1, 0.5],
      agentic: [1, 0.75],
      'all domains': [1, 1, 2 / 3, 0.625],
    });
    expect(view.regret.at(-1)?.name).toBe('all domains');
  });

  it('orders waiting patches by priority, and keeps why one was rejected', () => {
    expect(view.patches.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'waiting'],
      ['a', 'waiting'],
      ['c', 'rejected'],
    ]);
    expect(view.patches[2]).toMatchObject({ why: 'refuted', counterexample: { x: 1 } });
    expect(view.shares.map(({ mode }) => mode)).toEqual(['lessons given', 'act']);
  });
});
