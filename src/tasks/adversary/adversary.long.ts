import { describe, expect, it } from 'vitest';
import { findRecorded, findTemplate } from '../registry/find-template.ts';
import { adversaryLaw } from './adversary-law.ts';

describe('the adversary catches what was broken, with many instances', () => {
  it('CAUSAL_BANDIT version 1, whose second arm is the best too often', () => {
    const effort = { train: 300, heldOut: 2, steps: 200 };
    expect(adversaryLaw(findRecorded('CAUSAL_BANDIT'), 5, effort).findings.join()).toMatch(/arm 2 is right in/);
    expect(adversaryLaw(findTemplate('CAUSAL_BANDIT'), 5, effort).findings.join()).not.toMatch(/is right in/);
  });
});
