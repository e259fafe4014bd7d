import { describe, expect, it } from 'vitest';
import { snapshotMachine } from '#learners/machine/representation/machine';
import { applyPatch, proveSafe, SlowPath } from '#learners/machine/patches';
import { createRng } from '#foundation/kernel';
import { BOUND, boundInvariants, createBoundedIndex, planesOf } from './bounded-index.ts';
import { ProgramDriver } from './drive-program.ts';
import { plantUnsafe } from './plant-unsafe.ts';
import { SafetyBench } from './safety-run.ts';
import { leavesBound } from './step-function.ts';

describe('the bounded index', () => {
  it('does what its four operations say, at the bounds too', () => {
    const machine = createBoundedIndex(128);
    const rng = createRng('index');
    const value = (name: 'op' | 'step' | 'index', lane: number): number =>
      planesOf(machine, name).reduce(
        (sum, plane, i) => sum + ((machine.readPlane(plane)[lane >>> 5]! >>> (lane & 31)) & 1) * 2 ** i,
        0,
      );
    let stopped = 0;
    for (let t = 0; t < 60; t += 1) {
      for (const plane of [...planesOf(machine, 'op'), ...planesOf(machine, 'step')]) {
        // Mostly upwards, so that the bound is met.
        machine.writePlane(
          plane,
          Int32Array.from({ length: 4 }, () =>
            plane === 0
              ? -1
              : plane === 1
                ? rng.uint32() & rng.uint32() & rng.uint32() & rng.uint32() & rng.uint32()
                : rng.uint32(),
          ),
        );
      }
      const before = [0, 17, 127].map(
        (lane) => [value('op', lane), value('step', lane), value('index', lane)] as const,
      );
      machine.step();
      for (const [i, lane] of [0, 17, 127].entries()) {
        const [op, step, index] = before[i]!;
        const next = [index, Math.min(BOUND - 1, index + step), Math.max(0, index - step), 0][op]!;
        if (next === BOUND - 1) stopped += 1;
        expect(value('index', lane)).toBe(next);
      }
    }
    expect(stopped).toBeGreaterThan(0);
  });

  it('is proved safe, and found unsafe in every case once planted so', () => {
    const machine = createBoundedIndex(128);
    const invariants = boundInvariants(machine);
    expect(proveSafe(machine, invariants)).toHaveLength(1);
    expect(leavesBound(machine)).toBe(false);
    const rng = createRng('plant');
    const lenient = new SlowPath(machine, invariants);
    for (let i = 0; i < 5; i += 1) {
      const patch = plantUnsafe(machine, rng)!;
      expect(lenient.consider(patch).verdict).toBe('rejected');
      const undo = applyPatch(machine, patch);
      expect(leavesBound(machine)).toBe(true);
      undo.rollback();
    }
    expect(leavesBound(machine)).toBe(false);
  });

  it('is watched from outside: a broken program is seen to break', () => {
    const machine = createBoundedIndex(128);
    const rng = createRng('watch');
    applyPatch(machine, plantUnsafe(machine, rng)!);
    const driver = new ProgramDriver(machine, 'watch');
    driver.run(3000);
    expect(driver.violations).toBeGreaterThan(0);
  });
});

it('a short run accepts proved patches only, sees no violation, and ends the same for the same seed', () => {
  const runs = [0, 1].map(() => {
    const machine = createBoundedIndex(128);
    const run = new SafetyBench(machine, 'short').run({ laneSteps: 20_000, blocks: 7, substitutions: 2 }, 'short');
    return { run, hash: snapshotMachine(machine).hash };
  });
  const [{ run, hash }] = runs as [(typeof runs)[0]];
  expect(hash).toBe(runs[1]!.hash);
  expect(run.tallies).toEqual(runs[1]!.run.tallies);
  expect([run.violations, run.uncertified, run.tallies['planted unsafe']!.accepted]).toEqual([0, 0, 0]);
  expect(run.tallies['planted unsafe']!.rejected).toBe(7);
  const fuse = run.tallies['fuse']!;
  expect(fuse.accepted).toBe(7);
  // Pilot runs see that a fusion does the same with less, and that what was planted is worse, though not every time.
  expect(fuse).toMatchObject({ worse: 0, gain: { R: 0, S: 0 } });
  expect(fuse.gain.I).toBeGreaterThan(0);
  const { gain, worse } = run.tallies['planted unsafe']!;
  expect(gain.R).toBeLessThan(0);
  expect(worse).toBeGreaterThan(0);
});
