import { describe, expect, it } from 'vitest';
import { TrainKnobs } from '#learners/skill/train';
import { scheduleKnobs } from '#schedule';
import { lessonKnobs, ruleKnobs } from '#learners/machine';
import { EvolveSettings, readEvolveKnobs, readKnobs, ScheduleSettings } from './evolve/schedule-settings.ts';
import { knobSettings } from './knob-settings.ts';
import { flagsOf } from './flags.ts';
import { readSet } from './set-flag.ts';
import { TrainConfig } from './skill/train-config.ts';

describe('--set', () => {
  it('takes any row of the table of schedulers, at both ends of its range', () => {
    for (const [name, { low, high }] of Object.entries(scheduleKnobs)) {
      expect(readSet([`${name}=${low}`], ScheduleSettings)).toEqual({ [name]: low });
      expect(readSet([`${name}=${high}`], ScheduleSettings)).toEqual({ [name]: high });
    }
    expect(flagsOf(ScheduleSettings).map(({ preset }) => preset)).toEqual(
      Object.values(scheduleKnobs).map((row) => row.default),
    );
  });

  it.each([
    ['evolve', lessonKnobs, EvolveSettings],
    ['learn', ruleKnobs, knobSettings(ruleKnobs)],
  ])('takes any knob of the search of %s, at both ends of its range', (_, knobs, table) => {
    for (const [name, { low, high }] of Object.entries(knobs)) {
      expect(readSet([`${name}=${low}`, `${name}=${high}`], table)).toEqual({ [name]: high });
      expect(readSet([`${name}=${low}`], table)).toEqual({ [name]: low });
    }
  });

  it('tells knobs of the schedulers from those of the search, which have other names', () => {
    expect(readEvolveKnobs(['floor=0.2', 'patience=9'])).toEqual({ knobs: { floor: 0.2 }, search: { patience: 9 } });
    expect(readEvolveKnobs(['patience=9'])).toEqual({ search: { patience: 9 } });
    expect(readEvolveKnobs([])).toEqual({});
    expect(() => readEvolveKnobs(['patience=9.5'])).toThrow('it must be a whole number');
    expect(Object.keys(scheduleKnobs).filter((name) => name in lessonKnobs)).toEqual([]);
  });

  it('takes every plain knob of training by its kind, and the last word on a name counts', () => {
    expect(
      readSet(['epochs=4', 'failBelow=0.5', 'slowUpdate=true', 'gateMetric=soft', 'epochs=5'], TrainKnobs),
    ).toEqual({ epochs: 5, failBelow: 0.5, slowUpdate: true, gateMetric: 'soft' });
  });

  it.each([
    ['flor=1', 'there is no setting flor'],
    ['constructor=1', 'there is no setting constructor'],
    ['floor=1.1', "--set floor must be a number, at least 0, at most 1; got '1.1'"],
    ['floor=', "--set floor must be a number, at least 0, at most 1; got ''"],
    ['floor=high', "got 'high'"],
    ['floor', '--set is floor; expected name=value'],
    ['=1', '--set is =1; expected name=value'],
    ['passMin=0.9', 'knob passMin (0.9) must lie below passMax (0.8)'],
  ])('refuses %s for evolve as bad usage', (typed, message) => {
    expect(() => readKnobs([typed])).toThrow(expect.objectContaining({ code: 'cli/usage' }));
    expect(() => readKnobs([typed])).toThrow(message);
  });

  it('hints at the nearest name', () => {
    expect(() => readKnobs(['flor=1'])).toThrow(expect.objectContaining({ hint: 'Did you mean floor?' }));
    expect(() => readKnobs(['zzz=1'])).toThrow(expect.objectContaining({ hint: expect.stringContaining('window') }));
  });

  it.each([
    ['epochs=1.5', "--set epochs must be a whole number, at least 1; got '1.5'"],
    ['slowUpdate=maybe', "--set slowUpdate must be true or false; got 'maybe'"],
    ['gateMetric=best', "--set gateMetric must be one of hard, soft, mixed; got 'best'"],
    ['gate=sign', 'gate has no single value: say it in the config file, not with --set'],
    ['split=1', 'split has no single value: say it in the config file, not with --set'],
  ])('refuses %s for train', (typed, message) => {
    expect(() => readSet([typed], TrainConfig)).toThrow(message);
  });
});
