import { describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
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

function viewOf(events: typeof told): EvolveView {
  const fold = new EvolveFold();
  for (const [seq, [type, data]] of events.entries()) fold.add({ v: 1, run: 'r', seq, type, data });
  return EvolveView.parse(fold.view());
}

describe('a run of evolve', () => {
  const view = viewOf(told);

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

  it('shows patches that were left at the end of a phase as left, with the reason, and not as waiting', () => {
    const { patches } = viewOf([...told, ['patches-left', { left: 2, why: 'promise nothing' }]]);
    expect(patches.map(({ id, state, why }) => [id, state, why])).toEqual([
      ['a', 'left', 'promise nothing'],
      ['b', 'left', 'promise nothing'],
      ['c', 'rejected', 'refuted'],
    ]);
  });

  it('tells before and after of every level: held-out where it is reported, else as it was measured on the way', () => {
    const parity = { template: 'PARITY', domain: 'reasoning', level: 2 };
    const { reports } = viewOf([
      ...told,
      ['candidate-rejected', { ...parity, before: 0.3, score: 0.2 }],
      ['candidate-accepted', { ...parity, before: 0.4, score: 0.9, class: 'linear values', says: 'sum' }],
      ['template-reported', { ...parity, level: 3, before: 0.1, specialist: 0.9, after: 0.8 }],
      [
        'composition-reported',
        { composition: 'SEQ(PARITY,GRID_NAV)', level: 1, score: 0.7, bestSingle: { skill: 'PARITY@1', score: 0.6 } },
      ],
    ]);
    const rows = reports.map(({ template, level, before, specialist, after, isHeldOut }) => [
      `${template}@${level}`,
      [before, specialist, after],
      isHeldOut,
    ]);
    expect(rows).toEqual([
      ['GRID_NAV@2', [-0.4, null, null], false],
      ['PARITY@1', [0, 1, 1], false],
      ['PARITY@2', [0.3, 0.9, null], false],
      ['PARITY@3', [0.1, 0.9, 0.8], true],
      ['SEQ(PARITY,GRID_NAV)@1', [null, 0.6, 0.7], true],
    ]);
    expect(reports.map(({ domain }) => domain)).toEqual(['agentic', 'reasoning', 'reasoning', 'reasoning', 'agentic']);
    expect(reports[2]?.learnt).toBe('linear values: sum');
  });
});
