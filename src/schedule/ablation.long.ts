import { createRng } from '#foundation/kernel';
import { expect, it } from 'vitest';
import type { LevelRule } from './lessons/curriculum.ts';
import { type Knobs, turnKnobs } from './knobs.ts';
import { climbLadder } from './lessons/fixtures/simulated-ladder.ts';
import {
  type Chooser,
  clairvoyant,
  followRule,
  type Outcome,
  pairedDifference,
  simulate,
} from './fixtures/simulation.ts';

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One line of the table. */
function row(name: string, outcomes: readonly Outcome[], base: readonly Outcome[]): string {
  const areas = outcomes.map(({ area }) => area);
  const baseAreas = base.map(({ area }) => area);
  const { mean: lead, low, high } = pairedDifference(areas, baseAreas, createRng('ablation'));
  const numbers = [
    mean(areas).toFixed(3),
    `${lead.toFixed(3).padStart(6)} [${low.toFixed(3)}, ${high.toFixed(3)}]`.padEnd(24),
    mean(outcomes.map(({ final }) => final)).toFixed(3),
    mean(outcomes.map(({ share }) => share.noise)).toFixed(2),
    mean(outcomes.map(({ share }) => share.unstable)).toFixed(2),
  ];
  return `${name.padEnd(31)} ${numbers.join('  ')}`;
}

const header = 'rule                            area   − uniform [95 %]         final  noise unstable';

function rule(name: 'repaired' | 'seed' | 'tscl' | 'uniform', turned: Partial<Knobs> = {}): [Chooser, Knobs] {
  const knobs = turnKnobs(turned);
  return [followRule(name, knobs), knobs];
}

it('prints what each part of the default rule is worth', () => {
  const contenders: Readonly<Record<string, readonly [Chooser, Knobs]>> = {
    'clairvoyant (no scheduler can)': [clairvoyant, turnKnobs()],
    repaired: rule('repaired'),
    '  without noise evidence': rule('repaired', { noiseEvidence: 0 }),
    '  without significance': rule('repaired', { significance: 0 }),
    '  without progress': rule('repaired', { progressWeight: 0 }),
    '  without novelty and age': rule('repaired', { noveltyWeight: 0 }),
    '  without floor': rule('repaired', { floor: 0 }),
    tscl: rule('tscl'),
    uniform: rule('uniform'),
    seed: rule('seed'),
    '  without U': rule('seed', { uncertaintyWeight: 0 }),
    '  without Stab': rule('seed', { stabilityWeight: 0 }),
  };
  const run = ([choose, knobs]: readonly [Chooser, Knobs]): Outcome[] =>
    Array.from({ length: 40 }, (_, i) => simulate(`fresh/${i}`, choose, { knobs }));
  const base = run(contenders['uniform']!);
  const lines = Object.entries(contenders).map(([name, contender]) => row(name, run(contender), base));
  console.log([header, ...lines].join('\n'));
  expect(lines).toHaveLength(12);
});

it.each([{ tries: 4 }, { tries: 100 }, { steps: 150 }, { steps: 1000 }])(
  'prints the rules in a setting they were not tuned for: %o',
  (setting) => {
    const run = (name: 'repaired' | 'seed' | 'tscl' | 'uniform'): Outcome[] =>
      Array.from({ length: 40 }, (_, i) => simulate(`fresh/${i}`, rule(name)[0], setting));
    const outcomes = { repaired: run('repaired'), tscl: run('tscl'), uniform: run('uniform'), seed: run('seed') };
    const lines = Object.entries(outcomes).map(([name, each]) => row(name, each, outcomes.uniform));
    console.log([header, ...lines].join('\n'));
    const areas = outcomes.repaired.map(({ area }) => area);
    const rivals = outcomes.tscl.map(({ area }) => area);
    expect(pairedDifference(areas, rivals, createRng('bootstrap')).low).toBeGreaterThan(0);
  },
);

it.each(['ability', 'chained'] as const)('prints how long each rule climbs the %s ladder', (kind) => {
  const run = (rule: LevelRule): number[] =>
    Array.from({ length: 40 }, (_, i) => climbLadder(kind, `fresh/${i}`, rule, turnKnobs()));
  const uniform = run('uniform');
  for (const rule of ['repaired', 'seed', 'uniform'] as const) {
    const episodes = run(rule);
    const ratios = episodes.map((n, i) => n / uniform[i]!);
    const {
      mean: ratio,
      low,
      high,
    } = pairedDifference(
      ratios,
      ratios.map(() => 0),
      createRng('ladder'),
    );
    const part = `${ratio.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
    console.log(`${kind} ${rule.padEnd(9)} ${mean(episodes).toFixed(0).padStart(5)} episodes, ${part} of uniform's`);
  }
  expect(mean(run('repaired'))).toBeLessThanOrEqual(0.5 * mean(uniform));
});
