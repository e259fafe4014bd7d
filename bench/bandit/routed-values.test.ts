import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { RoutedValues, type ValueBank } from './routed-values.ts';
import { routingDefaults, valueDefaults } from './value-knobs.ts';
import { ValueExperts } from './value-experts.ts';

const ones = (...list: number[]): Int32Array => Int32Array.from(list);

/** A bank that always picks the same arm and foresees the same. */
function stubborn(arm: number, seen: number[] = []): ValueBank {
  return {
    highestAt: () => 0.5,
    choose: () => arm,
    learn: (_ones, _count, expert) => void seen.push(expert),
  };
}

/** Plays rounds whose context is one of four keys; `pays` says what an arm is paid there. */
function play(routed: RoutedValues, rounds: number, pays: (key: number, arm: number, t: number) => number): number[] {
  const rng = createRng('routed');
  return Array.from({ length: rounds }, (_, t) => {
    const key = t % 4;
    const context = [0, 1].filter((bit) => ((key >>> bit) & 1) === 1);
    const arm = routed.choose(ones(...context), context.length, rng);
    routed.learn(ones(...context), context.length, arm, pays(key, arm, t));
    return arm;
  });
}

describe('RoutedValues', () => {
  const knobs = { ...routingDefaults, rate: 0.5, batch: 64 };

  it('learns at each routing key which adviser earns more, and every bank learns every outcome', () => {
    const seen: number[] = [];
    const advisers = [stubborn(0, seen), stubborn(1)].map((bank) => ({ bank, rule: 0 }));
    const routed = new RoutedValues(advisers, knobs);
    const arms = play(routed, 4000, (key, arm) => (arm === (key === 3 ? 1 : 0) ? 1 : 0));
    const late = arms.slice(3000);
    const shareAt = (key: number, arm: number): number =>
      late.filter((a, i) => i % 4 === key && a === arm).length / 250;
    expect(shareAt(0, 0)).toBeGreaterThan(0.9);
    expect(shareAt(3, 1)).toBeGreaterThan(0.9);
    expect(seen).toEqual(arms);
    expect(routed.record).toMatchObject({ updates: 62, used: 62 * 64, masked: 0 });
    expect(routed.record.picks.reduce((sum, count) => sum + count, 0)).toBe(4000);
  });

  it('tracks the better adviser after a change, because the fixed share loses none', () => {
    const advisers = [0, 1].map((arm) => ({ bank: stubborn(arm), rule: 0 }));
    const routed = new RoutedValues(advisers, knobs);
    const arms = play(routed, 12_000, (_key, arm, t) => (arm === (t < 6000 ? 0 : 1) ? 1 : 0));
    const onesIn = (from: number, to: number): number =>
      arms.slice(from, to).reduce((sum, arm) => sum + arm, 0) / (to - from);
    expect(onesIn(5000, 6000)).toBeLessThan(0.1);
    expect(onesIn(11_000, 12_000)).toBeGreaterThan(0.9);
  });

  it('takes turns between rules of one bank: neither is lost while they earn alike', () => {
    const bank = new ValueExperts({ ...valueDefaults, dimensions: 2, experts: 2 });
    const routed = new RoutedValues(
      valueDefaults.rules.map((_, rule) => ({ bank, rule })),
      routingDefaults,
    );
    const luck = createRng('luck');
    const arms = play(routed, 6000, (key, arm) => (luck.chance(arm === key % 2 ? 0.8 : 0.3) ? 1 : 0));
    const right = arms.slice(2000).filter((arm, i) => arm === i % 2).length / 4000;
    expect(right).toBeGreaterThan(0.97);
    for (const picks of routed.record.picks) expect(picks / 6000).toBeGreaterThan(0.2);
  });
});
