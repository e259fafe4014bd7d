import { describe, expect, it } from 'vitest';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { findTemplate } from '../registry/find-template.ts';
import { adversaryLaw } from './adversary-law.ts';
import { efforts, REPORT_SEED } from './attack.ts';

describe('the adversary catches what is broken, with many instances', () => {
  it('CAUSAL_BANDIT whose second arm is the best too often', () => {
    const effort = { train: 300, heldOut: 2, steps: 200 };
    const template = findTemplate('CAUSAL_BANDIT');
    const biased: AnyTemplate = {
      ...template,
      generate(params, rng) {
        const instance = template.generate(params, rng) as { arms: unknown[]; effects: number[] };
        const best = instance.effects.indexOf(Math.max(...instance.effects));
        if (rng.chance(0.75)) return instance;
        const swap = <T>(list: readonly T[]): T[] => list.with(1, list[best]!).with(best, list[1]!);
        return { ...instance, arms: swap(instance.arms), effects: swap(instance.effects) };
      },
    };
    expect(adversaryLaw(biased, 5, effort).findings.join()).toMatch(/arm 2 is right in/);
    expect(adversaryLaw(template, 5, effort).findings.join()).not.toMatch(/is right in/);
  });

  it.each([
    ['META_GRID', 3, { layout_count: 4, probe_budget: 6, size: 7, obstacles: 0.2, similarity: 0.7 }],
    ['META_BANDIT', 4, { probe_budget: 4, shown: 'always' }],
  ])('%s, level %i, where nothing needs to be remembered; as it is, it needs no exemption', (name, level, params) => {
    const effort = { ...efforts.full, seed: REPORT_SEED };
    const template = findTemplate(name);
    const levels = template.levels.with(level - 1, { ...template.levels[level - 1], ...params });
    // Declaring everything does not help from level 3 on.
    const baselines = (template.baselines ?? []).map((one) => ({ ...one, levels: [1, 2, 3, 4, 5], score: 1 }));
    const easy = { ...template, levels, baselines };
    expect(adversaryLaw(easy, level, effort).findings.join()).toMatch(/declared 1, allowed 0.5/);
    expect(adversaryLaw(template, level, effort).findings).toEqual([]);
  });
});
