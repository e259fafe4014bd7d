import { describe, expect, it } from 'vitest';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { createRng } from '#foundation/kernel';
import { findTemplate } from '../registry/find-template.ts';
import { balanceOf } from './balance-law.ts';
import { declarationLaw } from './declaration-law.ts';
import { mutationLaw } from './mutation-law.ts';
import { oracleLaw } from './oracle-law.ts';
import { playLaw } from './play-law.ts';

/** A template with some members replaced by faulty ones. */
function broken(name: string, faults: Partial<AnyTemplate>): AnyTemplate {
  return { ...findTemplate(name), ...faults };
}

let draws = 0;

describe('the laws notice', () => {
  const parity = findTemplate('PARITY');
  const nav = findTemplate('GRID_NAV');

  it('nothing in sound templates that are played in all ways', () => {
    for (const template of [parity, nav]) {
      expect(declarationLaw(template)).toEqual([]);
      expect(playLaw(template, 2, 20).findings).toEqual([]);
    }
  });

  it.each<[string, Partial<AnyTemplate>, RegExp]>([
    [
      'rewards out of their range',
      { rewardRange: () => ({ low: 0.5, high: 1 }) },
      /a return of 0 is not in \[0.5, 1\]/,
    ],
    ['metrics that nobody declared', { metrics: [] }, /`measure` gives correct/],
    ['a return of chance that is made up', { randomReturn: () => -0.4 }, /chance earns 0\.\d+ .* says -0.400/],
    [
      'a verifier that pays for silence',
      { verify: () => ({ ok: true, reward: 1 }) },
      /verifier says 1, the environment 0/,
    ],
    [
      'a parser that reads nothing',
      { text: { ...findTemplate('PARITY').text, parse: () => undefined } },
      /is not parsed/,
    ],
    [
      'chance that is not its own',
      { generate: (params) => parity.generate(params, createRng(`x/${(draws += 1)}`)) },
      /drawn again/,
    ],
  ])('%s', (_, faults, says) => {
    expect(playLaw(broken('PARITY', faults), 1, 40).findings.join('\n')).toMatch(says);
  });

  it('bits that do not hold what is seen, and tokens that do not fill it', () => {
    const narrow = broken('PARITY', {
      bits: (params) => ({ ...parity.bits(params), observation: parity.bits(parity.levels[0]!).observation }),
    });
    expect(playLaw(narrow, 2, 5).findings.join()).toMatch(/bits of the observation .* are not read back/);
    const odd = broken('PARITY', { bits: (params) => ({ ...parity.bits(params), token: 3 }) });
    expect(playLaw(odd, 1, 5).findings.join()).toMatch(/tokens of 3 do not fill/);
  });

  it('levels that are too few, out of range or no harder', () => {
    const { levels } = parity;
    expect(declarationLaw(broken('PARITY', { levels: levels.slice(0, 1), baselines: [] }))).toEqual([]);
    expect(declarationLaw(broken('PARITY', { levels: [], baselines: [] }))).toEqual([
      expect.stringContaining('there is no level'),
    ]);
    expect(declarationLaw(broken('PARITY', { levels: levels.toReversed() })).join()).toContain(
      'not above that of level 1',
    );
    const large = [...levels.slice(0, 4), { ...levels[4]!, length: 1e9 }];
    expect(declarationLaw(broken('PARITY', { levels: large }))).toEqual([
      expect.stringContaining('length is 1000000000'),
    ]);
    expect(declarationLaw(broken('PARITY', { rewardRange: () => ({ low: 1, high: 1 }) })).length).toBe(levels.length);
    const baseline = { levels: [1, 9], score: 0.4, why: 'a slip of the pen' };
    expect(declarationLaw(broken('PARITY', { baselines: [{ ...baseline, predictor: 'smal tree' }] }))).toEqual([
      expect.stringContaining('there is no player smal tree; there are constant, by step'),
      'baselines: smal tree is declared at level 9 of 6',
    ]);
  });

  it('an oracle that is wrong', () => {
    const lazy = broken('PARITY', { oracle: () => ({ act: () => 0 }) });
    expect(oracleLaw(lazy, 1, 50).breaches).toBeGreaterThan(10);
  });

  it('an oracle that wanders', () => {
    const late = broken('GRID_NAV', {
      oracle(instance) {
        const inner = nav.oracle(instance);
        let first = true;
        return {
          act(seen) {
            const action = first ? 'STAY' : inner.act(seen);
            first = false;
            return action;
          },
        };
      },
    });
    expect(oracleLaw(late, 1, 50).breaches).toBeGreaterThanOrEqual(50);
  });

  it('an optimum that is too high or too low', () => {
    for (const reward of [0.5, 2]) {
      expect(oracleLaw(broken('PARITY', { optimum: () => ({ kind: 'exact', reward }) }), 1, 20).breaches).toBe(20);
    }
    expect(oracleLaw(broken('PARITY', { optimum: () => ({ kind: 'bound', reward: 0.5 }) }), 1, 20).breaches).toBe(20);
  });

  it('an expectation that is off', () => {
    const charLm = findTemplate('CHAR_LM');
    const off = broken('CHAR_LM', {
      optimum(instance) {
        const optimum = charLm.optimum(instance);
        return { ...optimum, reward: optimum.reward + 2 };
      },
    });
    expect(oracleLaw(charLm, 1, 2000).findings).toEqual([]);
    expect(oracleLaw(off, 1, 2000).findings.length).toBeGreaterThan(0);
  });

  it('a verifier that disagrees with the environment', () => {
    const kind = broken('PARITY', { verify: () => ({ ok: true, reward: 0.5 }) });
    expect(oracleLaw(kind, 1, 20).breaches).toBe(20);
  });

  it('a verifier that accepts anything', () => {
    const kind = broken('PARITY', { verify: () => ({ ok: true, reward: 1 }) });
    expect(mutationLaw(kind, 1, 20).findings.length).toBeGreaterThan(0);
  });

  it('a verifier that overpays a changed plan', () => {
    const generous = broken('GRID_NAV', { verify: () => ({ ok: true, reward: 1000 }) });
    expect(mutationLaw(generous, 1, 20).findings.length).toBeGreaterThan(0);
  });

  it('labels that are not balanced', () => {
    const skewed = broken('MAJORITY', { levels: [{ length: 8, reward: 'zero_one' }] });
    expect(balanceOf(skewed, 1, 4000)!.imbalance).toBeGreaterThan(0.1);
    expect(balanceOf(parity, 1, 10_000)!.imbalance).toBeLessThan(0.02);
  });

  it('a size that gives the label away, also when only a threshold does', () => {
    const telling = broken('PARITY', {
      sizes: (instance) => ({
        leak: Number(parity.label!(instance)) * 3 + 1,
        noise: (instance as { bits: Uint8Array }).bits[0]!,
      }),
    });
    const { predictors } = balanceOf(telling, 1, 4000)!;
    expect(predictors['leak']).toBe(1);
    expect(predictors['noise']).toBeLessThan(0.55);
  });
});
