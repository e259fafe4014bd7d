import { drawAt } from '../play/sample.ts';
import { findTemplate } from '../registry/find-template.ts';
import { settingOf } from '../settings/seed-path.ts';
import { describe, expect, it } from 'vitest';
import { playLaw } from '../laws/play-law.ts';
import { defineTemplate } from './define-template.ts';

describe('what chance earns, where a template does not say it', () => {
  it.each(['PARITY', 'GRID_NAV'])('is estimated by play, the same each time: %s', (name) => {
    const { randomReturn, ...rest } = findTemplate(name);
    const template = defineTemplate(rest);
    const setting = settingOf(template, 1);
    let [gap, stake] = [0, 0];
    for (let index = 0; index < 40; index += 1) {
      const { instance } = drawAt(template, setting, { seed: 'chance', index });
      expect(template.randomReturn(instance)).toBe(template.randomReturn(instance));
      gap += template.randomReturn(instance) - randomReturn(instance);
      stake += template.optimum(instance).reward - randomReturn(instance);
    }
    expect(gap).not.toBe(0);
    // As a share of what can be won, as the play law has it: scores shift by no more.
    expect(Math.abs(gap / stake)).toBeLessThan(0.05);
    expect(playLaw(template, 1, 40).findings).toEqual([]);
  });

  it('is what the template says, where it does', () => {
    const template = defineTemplate({ ...findTemplate('PARITY'), randomReturn: () => 0.123 });
    const drawn = drawAt(template, settingOf(template, 1), { seed: 'chance', index: 0 });
    expect(template.randomReturn(drawn.instance)).toBe(0.123);
  });
});
