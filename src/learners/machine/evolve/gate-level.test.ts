import { skillName } from '#foundation/contracts';
import { createRng, type Rng } from '#foundation/kernel';
import { openFlipTrial } from '#ratchet/gate/trials';
import { turnKnobs } from '#schedule';
import { addTemplate } from '#schedule/lessons';
import { findTemplate } from '#tasks/registry';
import { describe, expect, it } from 'vitest';
import { tasksToCompare } from './compare-skills.ts';
import { type PracticeState, initialState } from './practice-state.ts';
import { gateLevel } from './gate-level.ts';
import { profiles } from './profile.ts';

const ALPHA = 0.05;
const profile = profiles.tiny;
const first = initialState(profile.templates.map(findTemplate), profile, turnKnobs());
interface Cell {
  readonly template: string;
  readonly level: number;
}
const cells: readonly Cell[] = profile.templates.flatMap((template) => [1, 2, 3].map((level) => ({ template, level })));

function looked(state: PracticeState, cell: Cell, isAccepted: boolean): PracticeState {
  const name = skillName(cell);
  const looks = new Map([...state.looks, [name, (state.looks.get(name) ?? 0) + 1]]);
  return { ...state, looks, accepted: state.accepted + Number(isAccepted) };
}

/** Both sides draw a score of 0, 1/steps … 1; a good candidate always earns 1. */
interface Sides {
  readonly steps: number;
  readonly isGood: boolean;
}

function isAccepted(state: PracticeState, cell: Cell, { steps, isGood }: Sides, rng: Rng): boolean {
  const trial = openFlipTrial('x', gateLevel(ALPHA, state, cell));
  const score = (): number => rng.int(0, steps) / steps;
  trial.report(
    Array.from({ length: tasksToCompare(profile.compared, undefined) }, (_, i) => {
      const [incumbent, drawn] = [score(), score()];
      return { task: `t${i}`, repeat: 0, incumbent, candidate: isGood ? 1 : drawn };
    }),
  );
  return trial.verdict === 'accept';
}

describe('the level of a look', () => {
  it('never spends more than alpha, whatever was accepted and added', () => {
    let state: PracticeState = {
      ...first,
      library: addTemplate(first.library, { template: 'GRID_NAV', domain: 'agentic', levels: 3 }),
    };
    const all = [...cells, ...[1, 2, 3].map((level) => ({ template: 'GRID_NAV', level }))];
    const rng = createRng('spend');
    let spent = 0;
    for (let look = 0; look < 20_000; look += 1) {
      const cell = rng.pick(all);
      spent += gateLevel(ALPHA, state, cell) / (1 + state.accepted);
      state = looked(state, cell, look < 5);
    }
    expect(spent).toBeLessThanOrEqual(ALPHA);
    expect(spent).toBeGreaterThan(0.9 * ALPHA);
  });

  it('is not starved by what other templates and levels have spent, and grows with what was accepted', () => {
    const fresh = gateLevel(ALPHA, first, cells[0]!);
    const others = cells.slice(1).reduce((state, cell) => looked(state, cell, false), first);
    expect(gateLevel(ALPHA, others, cells[0]!)).toBe(fresh);
    const learnt = cells.slice(1).reduce((state, cell) => looked(state, cell, true), first);
    expect(gateLevel(ALPHA, learnt, cells[0]!)).toBeCloseTo(12 * fresh, 12);
  });

  it.each([
    // Right or wrong: the test is exact. In steps of a quarter the guard against rare losses costs more.
    [1, 0.01],
    [4, 0.002],
  ])('lets equals of %i steps stay in at most alpha of 1,000 races, three looks at every level', (steps, least) => {
    let runs = 0;
    for (let run = 0; run < 1000; run += 1) {
      const rng = createRng(`equals/${run}`);
      let state = first;
      for (const cell of [...cells, ...cells, ...cells]) {
        state = looked(state, cell, isAccepted(state, cell, { steps, isGood: false }, rng));
      }
      if (state.accepted > 0) runs += 1;
    }
    expect(runs / 1000).toBeLessThanOrEqual(ALPHA);
    expect(runs / 1000).toBeGreaterThan(least);
  });

  it('keeps useless candidates to alpha of what is accepted where others are good', () => {
    let share = 0;
    for (let run = 0; run < 300; run += 1) {
      const rng = createRng(`mixed/${run}`);
      let state = first;
      let useless = 0;
      let good = 0;
      for (const [i, cell] of [...cells, ...cells].entries()) {
        const isGood = i % 2 === 1;
        const stays = isAccepted(state, cell, { steps: 1, isGood }, rng);
        if (stays && !isGood) useless += 1;
        if (stays && isGood) good += 1;
        state = looked(state, cell, stays);
      }
      expect(good).toBeGreaterThan(0);
      share += useless / Math.max(1, state.accepted) / 300;
    }
    expect(share).toBeLessThanOrEqual(ALPHA);
  });
});

describe('the tasks of a trial', () => {
  it('are more the seldomer the skill in force fails, so that one of 1.00 beats one of 0.94', () => {
    expect(tasksToCompare(40, undefined)).toBe(40);
    expect(tasksToCompare(40, 0.5)).toBe(40);
    expect(tasksToCompare(40, 0.9)).toBe(200);
    expect(tasksToCompare(40, 1)).toBe(320);
    const tasks = tasksToCompare(40, 0.94);
    const state = looked(first, cells[0]!, true);
    const trial = openFlipTrial('x', gateLevel(ALPHA, state, cells[0]!));
    trial.report(
      Array.from({ length: tasks }, (_, i) => ({
        task: `t${i}`,
        repeat: 0,
        incumbent: i % 17 === 0 ? 0 : 1,
        candidate: 1,
      })),
    );
    expect(trial.verdict).toBe('accept');
  });
});
