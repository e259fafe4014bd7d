import { describe, expect, it } from 'vitest';
import type { AnyTemplate, Params } from '#foundation/contracts/tasks';
import { envNonstationary } from '../operators/env-nonstationary.ts';
import { findTemplate } from '../registry/find-template.ts';
import { templates } from '../registry/templates.ts';
import { distancesTo, downhill, FREE, GOAL, moves } from '../grid/grid.ts';
import type { GridView } from '../grid/grid-view.ts';
import { masksOf, satisfy } from '../templates/logic/satisfies.ts';
import { drawBlindly } from '../templates/logic/threshold-formula.ts';
import { adversaryLaw } from './adversary-law.ts';
import { efforts } from './attack.ts';

const quick = efforts.quick;

function findingsOf(template: AnyTemplate, level: number): string {
  return adversaryLaw(template, level, quick).findings.join('\n');
}

/** A template as it would be with easier levels. */
function withLevel(name: string, level: number, params: Params): AnyTemplate {
  const template = findTemplate(name);
  return { ...template, levels: template.levels.with(level - 1, { ...template.levels[level - 1], ...params }) };
}

/** GRID_NAV whose mark moves along with the goal. */
function gridWithMovingMark(): AnyTemplate {
  const grid = findTemplate('GRID_NAV');
  return {
    ...grid,
    vary(instance, what, chance) {
      const varied = grid.vary!(instance, what, chance) as { cells: Uint8Array; goal: number };
      const cells = varied.cells.map((cell) => (cell === GOAL ? FREE : cell));
      cells[varied.goal] = GOAL;
      return { ...varied, cells };
    },
  };
}

describe('the adversary catches what is broken', () => {
  it('COMM_REFERENTIAL played by one agent, which can remember the target', () => {
    const template = findTemplate('COMM_REFERENTIAL');
    expect(findingsOf({ ...template, seat: () => 0 }, 3)).toMatch(/remember beats the declared optimum/);
  });

  it('LOGIC_SAT_DECIDE without twins: counts of literals tell the label', () => {
    const sat = findTemplate('LOGIC_SAT_DECIDE');
    const blind: AnyTemplate = {
      ...sat,
      generate(params, rng) {
        const clauses = drawBlindly(4, '4n', rng);
        return { params, clauses, answer: satisfy(masksOf(clauses)) === undefined ? 'UNSAT' : 'SAT' };
      },
    };
    const effort = { train: 800, heldOut: 800, steps: 4000 };
    expect(adversaryLaw(blind, 1, effort).findings.join()).toMatch(/single feature earns/);
  });

  it('EXEC_TINY_VM whose claims are true where they stand in memory', () => {
    const vm = findTemplate('EXEC_TINY_VM');
    const written: AnyTemplate = {
      ...vm,
      generate(params, rng) {
        const instance = vm.generate(params, rng) as { memory: Uint8Array; claim: number; answer: number };
        const memory = instance.memory.slice();
        if (instance.answer === 1) memory[0] = instance.claim;
        return { ...instance, memory };
      },
    };
    expect(findingsOf(written, 1)).toMatch(/single feature earns/);
  });

  it('SUMMARY_TO_GOAL of a single person, whose words alone tell', () => {
    const alone = withLevel('SUMMARY_TO_GOAL', 3, { constraints: 0, wording: 'plain', idle: 0, plans: 1, hops: 0 });
    expect(findingsOf(alone, 3)).toMatch(/linear earns/);
  });

  it('ENV_NONSTATIONARY whose mark moves with the goal: whoever walks to the mark never needs to adapt', () => {
    const changing = envNonstationary(gridWithMovingMark());
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
    const majority: AnyTemplate = {
      ...findTemplate('MAJORITY'),
      baselines: [{ predictor: 'single feature', levels: [1], score: 0.3, why: 'planted' }],
    };
    expect(findingsOf(majority, 1)).toMatch(/declared 0.3, allowed 0.3/);
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

  it('PARITY of fair bits at level 3, whose few numbers of ones a tree tells apart, is not exempt', () => {
    const fair = withLevel('PARITY', 3, { length: 32, ones: 'fair' });
    const declared = { predictor: 'small tree', levels: [3], score: 1, why: 'planted' } as const;
    expect(findingsOf({ ...fair, baselines: [declared] }, 3)).toMatch(/small tree earns .*, allowed 0.5/);
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
  ])('in %s, level %i', (name, level) => {
    expect(findingsOf(findTemplate(name), level)).toBe('');
  });

  it('twice the same', () => {
    const template = findTemplate('LOGIC_SAT_DECIDE');
    const effort = { train: 60, heldOut: 40, steps: 200 };
    expect(adversaryLaw(template, 1, effort)).toEqual(adversaryLaw(template, 1, effort));
  });
});
