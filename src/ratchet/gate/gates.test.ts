import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { createGate } from './create-gate.ts';
import type { Gate, Trial } from './gate.ts';
import { describeGates, gateDefaults, GateConfig, gateKinds, gateRow } from './gates.ts';

const tasks = Array.from({ length: 24 }, (_, i) => `t${i}`);

/** Plays a candidate that solves each task with chance `after` where the incumbent does with `before`. */
function play(gate: Gate, [before, after]: readonly [number, number], seed: string): Trial {
  const rng = createRng(`gates/${seed}`);
  const trial = gate.open({ id: seed });
  for (let block = trial.next(); block.length > 0; block = trial.next()) {
    trial.report(
      block.map((rollout) => ({
        ...rollout,
        incumbent: Number(rng.chance(before)),
        candidate: Number(rng.chance(after)),
      })),
    );
  }
  return trial;
}

describe.each(gateKinds.map((kind) => [kind, gateRow({ kind })] as const))('the gate %s', (kind, row) => {
  const make = (snapshot?: unknown): Gate => createGate({ kind, tasks }, createRng('gates'), snapshot);

  it('can be asked for in a config and tells what it does', () => {
    expect(GateConfig.parse({ kind })).toEqual({ kind });
    expect(describeGates()).toContain(`${kind}: ${row.does}`);
    expect(make()).toMatchObject({ kind, certifies: row.certifies, isTested: row.isTested });
  });

  it('accepts a clear gain, and a clear loss only if it accepts everything', () => {
    expect(play(make(), [0, 1], 'gain').verdict).toBe('accept');
    expect(play(make(), [1, 0], 'loss').verdict === 'accept').toBe(row.acceptsAll);
  });

  it('asks for no more repeats than it says, and spends its first level', () => {
    const full = { ...gateDefaults, tasks };
    const trial = play(make(), [0.5, 0.6], 'close');
    expect(trial.evidence().pairs).toBeLessThanOrEqual(tasks.length * row.mostRepeats(full));
    // What is no test takes nothing of an error budget, so that the audit finds none overspent.
    expect(trial.evidence().spent).toBe(row.isTested ? row.firstLevel(full) : 0);
  });

  it('goes on from its snapshot as it would have', () => {
    const first = make();
    play(first, [0, 1], 'first');
    const restored = make(JSON.parse(JSON.stringify(first.snapshot())));
    expect(play(restored, [0.4, 0.7], 'second').evidence()).toEqual(play(first, [0.4, 0.7], 'second').evidence());
    expect(restored.snapshot()).toEqual(first.snapshot());
  });

  it('accepts copies of the incumbent no more often than a gate that tests may', () => {
    const { falseAccepts } = make().before();
    // 120 plays: 3 standard deviations above the level.
    const level = row.firstLevel({ ...gateDefaults, tasks });
    expect(falseAccepts).toBeLessThanOrEqual(level + 3 * Math.sqrt((level * (1 - level)) / 120));
    expect(row.certifies && !row.isTested).toBe(false);
    expect(row.isTested && row.mayTellScores).toBe(false);
  });
});
