import { describe, expect, it } from 'vitest';
import { applyPlanPatch, verifyPlanPatch } from '#learners/machine/patches';
import { snapshotMachine } from '#learners/machine/representation/machine';
import { createRng } from '#foundation/kernel';
import { BOUND, boundedIndex, installPlan, planesOf } from './bounded-index.ts';
import { ProgramDriver } from './drive-program.ts';
import { plantUnsafe } from './plant-unsafe.ts';
import { SafetyBench } from './safety-run.ts';
import { leavesBound, proveBound } from './step-function.ts';

describe('the bounded index', () => {
  it('does what its four operations say, at the bounds too', () => {
    const machine = installPlan(boundedIndex, 128);
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
    expect(proveBound(boundedIndex)).toBeDefined();
    expect(leavesBound(boundedIndex)).toBe(false);
    const rng = createRng('plant');
    for (let i = 0; i < 5; i += 1) {
      const patch = plantUnsafe(boundedIndex, rng)!;
      const broken = applyPlanPatch(boundedIndex, patch)!;
      expect(leavesBound(broken)).toBe(true);
      expect(proveBound(broken)).toBeUndefined();
      expect(verifyPlanPatch(boundedIndex, patch, { maxConflicts: 1e5, known: [] }).answer).toBe('refuted');
    }
  });

  it('is watched from outside: a broken program is seen to break', () => {
    const broken = applyPlanPatch(boundedIndex, plantUnsafe(boundedIndex, createRng('watch'))!)!;
    const driver = new ProgramDriver(installPlan(broken, 128), 'watch');
    driver.run(3000);
    expect(driver.violations).toBeGreaterThan(0);
  });
});

it('a short run accepts proved patches only, sees no violation, and ends the same for the same seed', () => {
  const asked = { lanes: 128, laneSteps: 20_000, blocks: 8, structural: 6, bold: 2 };
  const runs = [0, 1].map(() => new SafetyBench(asked, 'short').run());
  const [run, again] = runs as [(typeof runs)[0], (typeof runs)[0]];
  expect(snapshotMachine(run.machine).hash).toBe(snapshotMachine(again.machine).hash);
  expect(run.tallies).toEqual(again.tallies);
  const planted = run.tallies['planted unsafe']!;
  expect([run.violations, planted.accepted, planted.rejected]).toEqual([0, 0, asked.blocks]);
  expect(proveBound(run.plan)).toBeDefined();
  const fuse = run.tallies['fuse']!;
  expect(fuse.accepted).toBeGreaterThan(0);
  const accepted = Object.values(run.tallies).reduce((sum, tally) => sum + tally.accepted, 0);
  expect(run.proofs).toBe(accepted);
  expect(run.plan.parts.length).toBeLessThan(boundedIndex.parts.length);
  // Pilot runs see that a fusion does the same with less, and that what was planted is worse, though not every time.
  expect(fuse).toMatchObject({ worse: 0, gain: { R: 0, S: 0 } });
  expect(fuse.gain.I).toBeGreaterThan(0);
  expect(planted.gain.R).toBeLessThan(0);
  expect(planted.worse).toBeGreaterThan(0);
});
