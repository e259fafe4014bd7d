import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../test/sources.ts';
import { type KnobName, scheduleKnobs, turnKnobs } from './knobs.ts';

describe('knobs of the schedulers', () => {
  it.each(Object.entries(scheduleKnobs))('%s has its default inside its range and a sentence', (_, knob) => {
    expect(knob.default).toBeGreaterThanOrEqual(knob.low);
    expect(knob.default).toBeLessThanOrEqual(knob.high);
    expect(knob.says.length).toBeGreaterThan(10);
  });

  it('are all read by a scheduler or a loop', () => {
    const sources = [...readSources('src/schedule'), ...readSources('src/learners')].filter(
      ([path]) => !/knobs|\.(test|long)\./.test(path),
    );
    const text = sources.map(([, source]) => source).join('\n');
    const unread = Object.keys(scheduleKnobs).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    expect(unread).toEqual([]);
  });

  it('keep what is turned and default the rest', () => {
    expect(turnKnobs({ floor: 0.3 })).toEqual({ ...turnKnobs(), floor: 0.3 });
  });

  it.each(Object.entries(scheduleKnobs))('refuses %s outside its range, and not a number', (name, { low, high }) => {
    for (const bad of [low - 1, high + 1, Number.NaN]) {
      expect(() => turnKnobs({ [name]: bad })).toThrow(expect.objectContaining({ code: 'schedule/bad-knob' }));
    }
  });

  it.each(['nothing', 'constructor', '__proto__x'])('refuses the unknown name %s', (name) => {
    expect(() => turnKnobs({ [name]: 1 })).toThrow(`there is no schedule knob named ${name}`);
  });

  it('refuses bands that are upside down', () => {
    expect(() => turnKnobs({ passMin: 0.9 })).toThrow('passMin (0.9) must lie below passMax (0.8)');
  });

  it('property: a knob without a partner is accepted anywhere in its range', () => {
    const paired = /^(horizon|window|tsclWindow|passM|regretM|verify(Low|High))/;
    const names = (Object.keys(scheduleKnobs) as KnobName[]).filter((name) => !paired.test(name));
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.double({ min: 0, max: 1, noNaN: true }), (name, at) => {
        const { low, high } = scheduleKnobs[name];
        const value = low + at * (high - low);
        fc.pre(value <= high);
        expect(turnKnobs({ [name]: value })[name]).toBe(value);
      }),
    );
  });
});
