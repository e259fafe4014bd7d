import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, hashOf } from '#foundation/kernel';
import type { Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { arms, createArmMachine } from './fixtures/arm-machine.ts';
import { stepAndWatch } from './fixtures/lane-picks.ts';
import { RoutingPolicyUpdate, type PickEpisode } from './routing-policy-update.ts';
import { exponentiatedGradient, logDistribution, mirrorStep } from './mirror-step.ts';
import { policyDivergence } from './policy-divergence.ts';

const numbers = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const weightsAndGains = fc
  .integer({ min: 2, max: 6 })
  .chain((n) =>
    fc.tuple(
      fc.array(numbers(-4, 4), { minLength: n, maxLength: n }),
      fc.array(numbers(-3, 3), { minLength: n, maxLength: n }),
    ),
  );

function klOfLogs(next: readonly number[], old: readonly number[]): number {
  return next.reduce((sum, weight, i) => sum + Math.exp(weight) * (weight - old[i]!), 0);
}

describe('mirror descent', () => {
  it('property: the closed form beats every other distribution on η⟨g, p⟩ − KL(p ‖ p_old)', () => {
    fc.assert(
      fc.property(weightsAndGains, fc.nat(), ([weights, gains], seed) => {
        const old = logDistribution(weights);
        const worth = (logs: readonly number[]): number =>
          logs.reduce((sum, log, i) => sum + 0.7 * gains[i]! * Math.exp(log), 0) - klOfLogs(logs, old);
        const best = worth(exponentiatedGradient(weights, gains, 0.7));
        const rng = createRng(`rivals/${seed}`);
        for (let rival = 0; rival < 20; rival += 1) {
          expect(worth(logDistribution(weights.map(() => 3 * rng.normal())))).toBeLessThanOrEqual(best + 1e-9);
        }
      }),
    );
  });

  it('property: weights stay a distribution above the fixed share, within the trust region of the old one', () => {
    fc.assert(
      fc.property(weightsAndGains, ([weights, gains]) => {
        const knobs = { rate: 5, share: 0.02, trust: 0.1 };
        const next = mirrorStep(weights, gains, knobs);
        const shares = next.map(Math.exp);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.02 / weights.length - 1e-12);
        const free = mirrorStep(weights, gains, { ...knobs, share: 0 });
        expect(klOfLogs(free, logDistribution(weights))).toBeLessThanOrEqual(0.1 + 1e-6);
      }),
    );
  });
});

describe('policyDivergence', () => {
  it('property: is the divergence of the joint law of keys and experts, counted one by one', () => {
    const share = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(share, share, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const law = (counts: readonly number[]): number[] => {
            const total = counts.reduce((sum, each) => sum + each, 0);
            return counts.map((each) => each / total);
          };
          const keys = rows.map(([old, now, visits]) => ({ old: law(old), now: law(now), visits }));
          const all = keys.reduce((sum, { visits }) => sum + visits, 0);
          let brute = 0;
          for (const { old, now, visits } of keys) {
            for (let v = 0; v < visits; v += 1) {
              for (let e = 0; e < 3; e += 1) {
                const p = old[e]! / all;
                brute += p * Math.log(p / (now[e]! / all));
              }
            }
          }
          expect(policyDivergence(keys)).toBeCloseTo(brute, 9);
        },
      ),
    );
  });
});

/** The hash of what a machine is, without the planes it works on. */
function hashOfBeing(machine: Machine): string {
  const { config, experts, weights } = snapshotMachine(machine).state;
  return hashOf({
    config: { keyPlanes: [...config.keyPlanes] },
    weights,
    experts: experts.map(({ id, code }) => ({ id, code })),
  });
}

/** Lanes in which the output names the arm that the two context bits ask for. */
function rewardsOf(machine: Machine): number[] {
  return Array.from({ length: machine.config.knobs.lanes }, (_, lane) => {
    const [low, high] = machine.readLane(lane, 'input');
    const [a, b] = machine.readLane(lane, 'output');
    return low === a && high === b ? 1 : 0;
  });
}

function scrambleInputs(machine: Machine, path: string): void {
  const rng = createRng(path);
  for (const plane of [0, 1])
    machine.writePlane(
      plane,
      Int32Array.from({ length: 4 }, () => rng.uint32()),
    );
}

describe('RoutingPolicyUpdate', () => {
  function practise(
    machine: Machine,
    policyUpdate: RoutingPolicyUpdate,
    round: number,
  ): ReturnType<RoutingPolicyUpdate['update']> {
    scrambleInputs(machine, `mid/${round}`);
    const contexts = Array.from({ length: 128 }, (_, lane) => machine.readLane(lane, 'input').join());
    const picks = stepAndWatch(machine);
    const rewards = rewardsOf(machine);
    const episodes: PickEpisode[] = picks.map(({ lane, key, expert }) => ({
      key,
      expert,
      group: contexts[lane]!,
      reward: rewards[lane]!,
    }));
    return policyUpdate.update(policyUpdate.batch(episodes));
  }

  it('teaches a machine which expert answers which key', () => {
    const machine = createArmMachine();
    const policyUpdate = new RoutingPolicyUpdate(machine, arms);
    let first = 0;
    for (let round = 0; round < 40; round += 1) {
      const { used, masked, staleness } = practise(machine, policyUpdate, round);
      expect([used, masked, staleness]).toEqual([128, 0, 0]);
      if (round === 0) first = policyUpdate.regret.normalised;
    }
    scrambleInputs(machine, 'mid/test');
    machine.step({ policy: 'best' });
    expect(rewardsOf(machine).every((reward) => reward === 1)).toBe(true);
    expect(first).toBeGreaterThan(0.6);
    const [before, last] = policyUpdate.regret.batches.slice(-2);
    expect((last!.regret - before!.regret) / 128).toBeLessThan(0.1);
  });

  it('drops bad episodes of a policy that is far gone, and keeps good ones', () => {
    const machine = createArmMachine();
    const policyUpdate = new RoutingPolicyUpdate(machine, arms);
    const key = new Uint32Array(2);
    const episode = (expert: string, reward: number): PickEpisode => ({ key, expert, group: 'g', reward });
    const stale = policyUpdate.batch([episode(arms[0], 1), episode(arms[1], 0)]);
    machine.setWeight(key, arms[2], 3);
    expect(policyUpdate.update(stale)).toMatchObject({ used: 1, masked: 1 });
  });

  it('credits a pick with what it missed, not with an easy context', () => {
    const machine = createArmMachine();
    const policyUpdate = new RoutingPolicyUpdate(machine, arms);
    const key = new Uint32Array(2);
    const before = policyUpdate.sharesAt(key);
    const episode = (expert: string, reward: number, optimum: number): PickEpisode => ({
      key,
      expert,
      group: 'g',
      reward,
      optimum,
    });
    policyUpdate.update(policyUpdate.batch([episode(arms[0], 1, 1), episode(arms[1], 0, 0)]));
    expect(policyUpdate.sharesAt(key)).toEqual(before);
    policyUpdate.update(policyUpdate.batch([episode(arms[0], 0.5, 1), episode(arms[1], 0.5, 0.5)]));
    const [first, second] = policyUpdate.sharesAt(key);
    expect(second!).toBeGreaterThan(first!);
    expect(policyUpdate.regret.regret).toBeCloseTo(0.5, 12);
  });

  it('leaves what the machine is unchanged in evaluation', () => {
    const machine = createArmMachine();
    const policyUpdate = new RoutingPolicyUpdate(machine, arms);
    practise(machine, policyUpdate, 0);
    const before = hashOfBeing(machine);
    for (let round = 0; round < 5; round += 1) {
      scrambleInputs(machine, `evaluation/${round}`);
      machine.step({ policy: 'best' });
    }
    expect(hashOfBeing(machine)).toBe(before);
    practise(machine, policyUpdate, 1);
    expect(hashOfBeing(machine)).not.toBe(before);
  });
});
