import { describe, expect, it } from 'vitest';
import { findRecorded, findTemplate } from '../registry/find-template.ts';
import { adversaryLaw } from './adversary-law.ts';
import { efforts, REPORT_SEED } from './attack.ts';

describe('the adversary catches what was broken, with many instances', () => {
  it('CAUSAL_BANDIT version 1, whose second arm is the best too often', () => {
    const effort = { train: 300, heldOut: 2, steps: 200 };
    expect(adversaryLaw(findRecorded('CAUSAL_BANDIT'), 5, effort).findings.join()).toMatch(/arm 2 is right in/);
    expect(adversaryLaw(findTemplate('CAUSAL_BANDIT'), 5, effort).findings.join()).not.toMatch(/is right in/);
  });

  it.each([
    ['META_GRID', 3],
    ['META_BANDIT', 4],
  ])('%s version 1, level %i, which was exempt; version 2 needs no exemption', (name, level) => {
    const effort = { ...efforts.full, seed: REPORT_SEED };
    const { baselines = [], ...template } = findRecorded(name);
    const bound = baselines.map(({ predictor, levels, score, why }) => ({ predictor, levels, score, why }));
    expect(adversaryLaw({ ...template, baselines: bound }, level, effort).findings.join()).toMatch(/allowed 0.5/);
    expect(adversaryLaw(findTemplate(name), level, effort).findings).toEqual([]);
  });
});
