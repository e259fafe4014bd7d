import { expect, it } from 'vitest';
import { createBuilder, type Edge } from '#logic/circuit/graph';
import { createConfig } from '../representation/machine/config.ts';
import type { Expert } from '../representation/machine/expert.ts';
import { createMachine, type Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { type Pilot, pilotRun } from './pilot-run.ts';

const output = 3;

/** An expert that should write x ⊕ y, with the gates it is given. */
function answer(build: (b: ReturnType<typeof createBuilder>, x: Edge, y: Edge) => Edge): Expert {
  const b = createBuilder();
  const [x, y] = b.inputs(2);
  const circuit = b.build([build(b, x!, y!)]);
  return {
    id: 'answer',
    class: 0,
    shard: 0,
    code: [0, 0],
    reads: [0, 1],
    writes: [output],
    body: { kind: 'circuit', circuit },
  };
}

const long = answer((b, x, y) => b.or(b.and(x, b.not(y)), b.and(b.not(x), y)));
const short = answer((b, x, y) => b.xor(x, y));
const wrong = answer((_b, x) => x);

function machineOf(expert: Expert): Machine {
  const machine = createMachine(
    createConfig({ inputs: 2, state: 1, shared: 0, outputs: 1, lanes: 128, picks: 1 }, []),
    {
      compile: 'never',
    },
  );
  machine.addExpert(expert);
  return machine;
}

/** Share of right answers in one step; wrong ones count as violations. */
const pilot: Pilot = (machine, rng) => {
  for (const plane of [0, 1])
    machine.writePlane(
      plane,
      Int32Array.from({ length: 4 }, () => rng.uint32()),
    );
  machine.step();
  let wrongLanes = 0;
  for (let lane = 0; lane < 128; lane += 1) {
    const [x, y] = machine.readLane(lane, 'input');
    if (machine.readLane(lane, 'output')[0] !== (x !== y)) wrongLanes += 1;
  }
  return { reward: 1 - wrongLanes / 128, violations: wrongLanes };
};

it('finds what a patch gains on the same episodes, and leaves the machine alone', () => {
  const machine = machineOf(long);
  const before = snapshotMachine(machine).hash;
  const plan = { episodes: 4, seedPath: 'pilot' };
  const same = pilotRun(machine, { kind: 'simplify', removes: [], puts: [short] }, pilot, plan);
  expect(same).toMatchObject({ R: 0, S: 0, C: 2 / 3 });
  expect(same.I).toBeGreaterThan(0);
  const worse = pilotRun(machine, { kind: 'install', removes: [], puts: [wrong] }, pilot, plan);
  expect(worse.R).toBeLessThan(-0.3);
  expect(worse.S).toBeLessThan(-40);
  expect(pilotRun(machineOf(wrong), { kind: 'install', removes: [], puts: [short] }, pilot, plan).R).toBeGreaterThan(
    0.3,
  );
  expect(snapshotMachine(machine).hash).toBe(before);
});
