import { createRng } from '#kernel';
import { expect, it } from 'vitest';
import { type Knobs, turnKnobs } from './knobs.ts';
import { type Chooser, clairvoyant, followRule, type Outcome, pairedDifference, simulate } from './simulation.ts';

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

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
  const base = run(contenders['uniform']!).map(({ area }) => area);
  const lines = ['rule                            area    − uniform [95 %]           final   noise  unstable'];
  for (const [name, contender] of Object.entries(contenders)) {
    const outcomes = run(contender);
    const areas = outcomes.map(({ area }) => area);
    const { mean: lead, low, high } = pairedDifference(areas, base, createRng('ablation'));
    const [final, noise, unstable] = [
      mean(outcomes.map((outcome) => outcome.final)),
      mean(outcomes.map(({ share }) => share.noise)),
      mean(outcomes.map(({ share }) => share.unstable)),
    ];
    const interval = `${lead.toFixed(3).padStart(6)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
    lines.push(
      `${name.padEnd(31)} ${mean(areas).toFixed(3)}   ${interval.padEnd(25)} ${final.toFixed(3)}   ${noise.toFixed(2)}   ${unstable.toFixed(2)}`,
    );
  }
  console.log(lines.join('\n'));
  expect(lines).toHaveLength(13);
});
