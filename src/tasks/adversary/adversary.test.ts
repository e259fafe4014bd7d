import { describe, expect, it } from 'vitest';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { findRecorded, findTemplate } from '../registry/find-template.ts';
import { templates } from '../registry/templates.ts';
import { distancesTo, downhill, GOAL, moves } from '../grid/grid.ts';
import type { GridView } from '../grid/grid-view.ts';
import { adversaryLaw } from './adversary-law.ts';
import { efforts } from './attack.ts';

const quick = efforts.quick;

function findingsOf(template: AnyTemplate, level: number): string {
  return adversaryLaw(template, level, quick).findings.join('\n');
}

describe('the adversary catches what was broken', () => {
  it.each([
    ['COMM_REFERENTIAL', 3, /remember beats the declared optimum/],
    ['EXEC_TINY_VM', 1, /single feature earns/],
    ['LOGIC_SAT_DECIDE', 1, /single feature earns/],
    ['LOGIC_IMPLICATION', 1, /earns/],
    ['SUMMARY_TO_GOAL', 2, /linear earns/],
  ])('%s version 1, level %i', (name, level, finding) => {
    expect(findingsOf(findRecorded(name), level)).toMatch(finding);
  });

  it('ENV_NONSTATIONARY version 1, where whoever walks to the mark never needs to adapt', () => {
    const changing = findRecorded('ENV_NONSTATIONARY(GRID_NAV)');
    const toTheMark = {
      act(view: unknown) {
        const { slot, value } = view as { slot: number; value: GridView };
        const distances = new Int16Array(value.side ** 2);
        distancesTo(value.side, Uint8Array.from(value.cells), value.cells.indexOf(GOAL), distances);
        return { slot, value: moves[downhill(value.side, distances, value.agent)] };
      },
    };
    const planted = { ...changing, rivals: () => ({ 'walks to the mark': toTheMark }) };
    const effort = { train: 20, heldOut: 8, steps: 200 };
    expect(adversaryLaw(planted, 1, effort).findings.join()).toMatch(/walks to the mark earns 1 of the way/);
    const mended = {
      ...findTemplate('ENV_NONSTATIONARY(GRID_NAV)'),
      rivals: () => ({ 'walks to the mark': toTheMark }),
    };
    const { players } = adversaryLaw(mended, 1, effort);
    expect(players.find(({ player }) => player === 'walks to the mark')!.score).toBeLessThan(0.5);
  });

  it('an optimum that is declared too low', () => {
    const majority = findTemplate('MAJORITY');
    const low: AnyTemplate = { ...majority, optimum: () => ({ kind: 'bound', reward: 0.6 }) };
    expect(findingsOf(low, 1)).toMatch(/careless oracle beats the declared optimum/);
    const exact: AnyTemplate = { ...majority, optimum: () => ({ kind: 'exact', reward: 0.6 }) };
    expect(findingsOf(exact, 1)).toMatch(/beats the exact optimum/);
  });

  it('an answer that stands in the observation', () => {
    const kv = findTemplate('KV_RETRIEVAL');
    const leaky: AnyTemplate = {
      ...kv,
      start(instance) {
        const inner = kv.start(instance);
        const answer = kv.oracle(instance).act(inner.observe());
        return { step: (action) => inner.step(action), observe: () => Object.assign({}, inner.observe(), { answer }) };
      },
    };
    expect(findingsOf(leaky, 3)).toMatch(/copy earns/);
  });

  it('a known baseline that does better than declared', () => {
    const sat: AnyTemplate = {
      ...findRecorded('EXEC_TINY_VM'),
      baselines: [
        { predictor: 'single feature', levels: [1], score: 0.3, why: 'planted' },
        { predictor: 'small tree', levels: [1], score: 1, why: 'planted' },
        { predictor: 'copy', levels: [1], score: 1, why: 'planted' },
      ],
    };
    expect(findingsOf(sat, 1)).toMatch(/declared 0.3, allowed 0.3/);
  });
});

describe('what no limit applies to', () => {
  /** MAJORITY is a threshold on a count, which a single feature and any linear model compute: no version of it could be otherwise. */
  const exempt = ['MAJORITY'];

  it('is MAJORITY, no other template', () => {
    const found = templates.filter(({ baselines }) => baselines?.some(({ isDefinition }) => isDefinition === true));
    expect(found.map(({ name }) => name)).toEqual(exempt);
  });

  it('and no other declares more than 0.5 from level 3 on', () => {
    for (const { name, baselines = [] } of templates) {
      if (exempt.includes(name)) continue;
      const bold = baselines.filter(({ score, levels }) => score > 0.5 && levels.some((level) => level >= 3));
      expect(bold, name).toEqual([]);
    }
  });

  it('what was exempt before is caught without the exemption: PARITY version 1', () => {
    const { baselines = [], ...template } = findRecorded('PARITY');
    const bound = baselines.map(({ predictor, levels, score, why }) => ({ predictor, levels, score, why }));
    expect(findingsOf({ ...template, baselines: bound }, 3)).toMatch(/small tree earns .*, allowed 0.5/);
  });
});

describe('the adversary finds nothing', () => {
  it.each([
    ['COMM_REFERENTIAL', 3],
    ['EXEC_TINY_VM', 1],
    ['LOGIC_SAT_DECIDE', 1],
    ['SUMMARY_TO_GOAL', 3],
    ['PARITY', 3],
    ['META_BANDIT', 4],
  ])('in the newest %s, level %i', (name, level) => {
    expect(findingsOf(findTemplate(name), level)).toBe('');
  });

  it('twice the same', () => {
    const template = findTemplate('LOGIC_SAT_DECIDE');
    const effort = { train: 60, heldOut: 40, steps: 200 };
    expect(adversaryLaw(template, 1, effort)).toEqual(adversaryLaw(template, 1, effort));
  });
});
