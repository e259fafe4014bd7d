import { describe, expect, it } from 'vitest';
import { createRng, Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { compositions, describeLaws } from './laws/fixtures/conformance-laws.ts';
import { checkTemplate } from './define/check-template.ts';
import { findTemplate } from './registry/find-template.ts';
import { mutationLaw } from './laws/mutation-law.ts';
import { oracleLaw, TOLERANCE } from './laws/oracle-law.ts';
import { templates } from './registry/templates.ts';
import { rollout } from './play/rollout.ts';
import { drawAt } from './play/sample.ts';
import { settingOf } from './settings/seed-path.ts';

function tryFind(name: string): AnyTemplate | undefined {
  try {
    return findTemplate(name);
  } catch (error) {
    if (error instanceof Fault && error.code === 'tasks/bad-composition') return undefined;
    throw error;
  }
}

/** Every operator over every template; those whose interface does not allow it are left out by their Fault. */
const everything = templates.flatMap(({ name }) =>
  [
    `SEQ(${name},PARITY)`,
    `PAR(${name},MAJORITY)`,
    `INTERLEAVE(GRID_NAV,${name})`,
    `NEST(${name},2)`,
    `MASK(${name},.x)`,
    `ENV_NONSTATIONARY(${name})`,
    `SAFE_DECISION_WITH_HELP(${name})`,
    `SELF_CALIBRATION_BATCH(${name})`,
  ]
    .map(tryFind)
    .filter((template) => template !== undefined),
);

describe.each(everything)('$name', (template) => {
  it('keeps the laws at its first and last level', () => {
    for (const level of [1, template.levels.length]) {
      expect(oracleLaw(template, level, 20).findings).toEqual([]);
      expect(mutationLaw(template, level, 30).findings).toEqual([]);
    }
  });

  it('agrees with its verifier on careless play, and its faces round-trip', () => {
    const setting = settingOf(template, 1);
    const { params } = setting;
    const rng = createRng(`long/${template.name}`);
    const bits = template.bits(params);
    const { low, high } = template.rewardRange(params);
    for (let index = 0; index < 10; index += 1) {
      const { instance } = drawAt(template, setting, { seed: 'long', index });
      const trace = rollout(template, params, template.start(instance), (seen) => {
        if (rng.chance(0.2)) return undefined;
        const action = template.randomAction(seen, rng, params);
        expect(bits.observation.decode(bits.observation.encode(seen))).toEqual(seen);
        expect(bits.action.decode(bits.action.encode(action))).toEqual(action);
        expect(template.text.parse(template.text.action(action, params), params, seen)).toEqual(action);
        return action;
      });
      expect(Math.abs(template.verify(instance, trace.actions).reward - trace.total)).toBeLessThan(TOLERANCE);
      expect(trace.total).toBeGreaterThanOrEqual(low - TOLERANCE);
      expect(trace.total).toBeLessThanOrEqual(high + TOLERANCE);
    }
  });
});

/** Families whose laws cost most: a solver or a search behind each instance. */
const slow: readonly string[] = ['LOGIC_IMPLICATION', 'LOGIC_SAT_DECIDE', 'EXEC_TINY_VM', 'CAUSAL_BANDIT'];

describe.each(templates)('$name', (template) => {
  const instances = slow.includes(template.name) ? 100 : 500;

  it(`passes \`pawl tasks check\` with ${instances} instances per level`, () => {
    expect(checkTemplate(template, instances, performance).findings).toEqual([]);
  });
});

describe.each([...templates, ...compositions])('$name, whole', (template) => {
  describeLaws(template, 1);
});
