import { expect, it } from 'vitest';
import { createBuilder, evaluateOnce } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import { createRng, type Rng } from '#foundation/kernel';
import { createConfig } from '../representation/machine/config.ts';
import { createMachine, type Machine } from '../representation/machine/machine.ts';
import { scramble } from '../representation/machine/fixtures/random-machine.ts';
import type { GraphNode } from '../representation/step/step-graph.ts';
import { liveBefore } from './live-planes.ts';
import { isFixed, runGraph } from './run-graph.ts';
import { structureOf } from './step-program.ts';

const planeCount = 12;

/** Circuits, half of them guarded, run by ROUTE in a fixed order, or by a graph with a branch. */
function randomFixedMachine(rng: Rng): Machine {
  const knobs = { inputs: 2, state: 8, shared: 0, outputs: 2, lanes: 128, picks: 8, candidates: 8, gates: 64 };
  const machine = createMachine(createConfig(knobs, []), { compile: 'never' });
  const ids = Array.from({ length: rng.int(2, 5) }, (_, e) => `e${e}`);
  for (const id of ids) {
    const reads = rng.distinct(rng.int(2, 4), planeCount);
    const writes = rng.distinct(rng.int(1, 3), planeCount - 2).map((plane) => plane + 2);
    const shape = { inputs: reads.length, outputs: writes.length, gates: 6, xorShare: 0.5 };
    const guard = rng.chance(0.5) ? [] : [{ plane: rng.below(planeCount), value: rng.chance(0.5) }];
    const body = { kind: 'circuit', circuit: randomCircuit(shape, rng) } as const;
    machine.addExpert({ id, class: 0, shard: 0, code: [0, 0], reads, writes, guard, body });
    machine.setWeight(new Uint32Array(2), id, rng.int(-2, 2));
  }
  if (rng.chance(0.5)) {
    const [a, b] = [rng.pick(ids), rng.pick(ids)];
    const nodes: GraphNode[] = [
      { kind: 'branch', plane: rng.below(planeCount), whenTrue: 1, whenFalse: 2 },
      { kind: 'expert', expert: a, next: 3 },
      { kind: 'expert', expert: b, next: 3 },
      rng.chance(0.5) ? { kind: 'route', next: 4 } : { kind: 'expert', expert: a, next: 4 },
      { kind: 'end' },
    ];
    machine.setGraph({ nodes });
  }
  return machine;
}

function laneBits(machine: Machine, lane: number): boolean[] {
  return Array.from({ length: planeCount }, (_, plane) => {
    return ((machine.readPlane(plane)[lane >>> 5]! >>> (lane & 31)) & 1) === 1;
  });
}

it('a step as a circuit is the step of the machine, guards and branches included', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const rng = createRng(`run-graph/${seed}`);
    const machine = randomFixedMachine(rng);
    const structure = structureOf(machine);
    expect(isFixed(structure)).toBe(true);
    const builder = createBuilder();
    const circuit = builder.build(runGraph(builder, structure, builder.inputs(planeCount)));
    scramble(machine, rng);
    const lanes = [0, 31, 64, 127];
    const before = lanes.map((lane) => laneBits(machine, lane));
    machine.step();
    for (const [i, lane] of lanes.entries()) expect(evaluateOnce(circuit, before[i]!)).toEqual(laneBits(machine, lane));
  }
});

it('planes that are not live make no difference to any other', () => {
  let dead = 0;
  for (let seed = 0; seed < 20; seed += 1) {
    const rng = createRng(`live/${seed}`);
    const structure = structureOf(randomFixedMachine(rng));
    const live = liveBefore(structure);
    const builder = createBuilder();
    const circuit = builder.build(runGraph(builder, structure, builder.inputs(planeCount)));
    for (let trial = 0; trial < 20; trial += 1) {
      const before = Array.from({ length: planeCount }, () => rng.chance(0.5));
      const other = before.map((bit, plane) => (live.has(plane) ? bit : !bit));
      const [a, b] = [before, other].map((bits) => evaluateOnce(circuit, bits));
      const same = before.map((_, plane) => plane).filter((plane) => live.has(plane));
      dead += planeCount - same.length;
      for (const plane of same) expect(b![plane]).toBe(a![plane]);
    }
  }
  expect(dead).toBeGreaterThan(200);
});
