import { describe, expect, it } from 'vitest';
import { playOracle } from './play/rollout.ts';
import { sample, sampleAt, taskOf } from './play/sample.ts';
import { score, summarise } from './play/score.ts';
import { start } from './play/start.ts';
import { compose } from './registry/compose.ts';
import { splits } from './settings/seed-path.ts';

describe('the library of tasks', () => {
  it('fits in ten lines', () => {
    const task = sample('GRID_NAV', { level: 3, seed: 7, split: 'test' });
    const game = start(task);
    while (!game.done) game.reply('answer: RIGHT');
    expect(game.trace.actions.length).toBeGreaterThan(0);
    expect(score('PARITY/1/7/0', 'answer: 1').optimal).toBe(1);
    const both = compose('SEQ(PARITY, NEST(MAJORITY, 2))');
    expect(sample(both, { level: 2 }).seedPath).toBe('SEQ(PARITY.v2,NEST.v2(MAJORITY,2))/2/0/0');
  });

  it('composes templates at hand, and any path leads back to its task', () => {
    const made = compose('PAR(x, PARITY)', { x: compose('MASK(MAJORITY,x)') });
    const drawn = sample(made, { seed: 3, index: 4 });
    expect(taskOf(sampleAt(drawn.seedPath))).toEqual(taskOf(drawn));
  });

  it('refuses a path of another version, and takes one without', () => {
    expect(() => sampleAt('PARITY.v1/1/0/0')).toThrow(/no template "PARITY.v1"/);
    expect(() => sampleAt('NEST.v1(PARITY.v2,2)/1/0/0')).toThrow(/NEST is version 2, not 1/);
    expect(sampleAt('PARITY/1/0/0').seedPath).toBe('PARITY.v2/1/0/0');
  });

  it('keeps splits apart', () => {
    expect(sample('PARITY', { split: 'test', index: 5 }).seedPath).toBe('PARITY.v2/1/0/2000000005');
    expect(splits.train.high + 1).toBe(splits.validation.low);
    expect(splits.validation.high + 1).toBe(splits.test.low);
    expect(() => sample('PARITY', { split: 'train', index: 1_000_000_000 })).toThrow(/index/);
  });

  it('scores a plan line by line, and missing replies as illegal', () => {
    const drawn = sample('GRID_NAV', { seed: 1 });
    const plan = playOracle(drawn.template, drawn.params, drawn.instance).actions.map(String);
    expect(score(drawn, plan.join('\n'))).toMatchObject({ ok: true, normalised: 1, illegal: 0 });
    expect(score(drawn, plan)).toMatchObject({ ok: true, normalised: 1 });
    const cut = score(drawn, plan.slice(0, -1));
    expect(cut.ok).toBe(false);
    expect(cut.illegal).toBeGreaterThan(0);
    expect(cut.steps).toBe(25);
  });

  it('lets nobody gain by stopping early where rewards are losses', () => {
    const drawn = sample('CHAR_LM', { seed: 1 });
    expect(score(drawn, []).reward).toBe(-256);
    expect(score(drawn, []).normalised).toBeLessThan(0);
  });

  it('summarises by template and level', () => {
    const scores = [0, 1, 2, 3].map((index) => score(sample('PARITY', { index }), 'answer: 1'));
    const [summary] = summarise(scores);
    expect(summary).toMatchObject({ template: 'PARITY', level: 1, tasks: 4 });
    expect(summary!.metrics['correct']).toBe(summary!.solved);
  });
});
