import { randomCircuit } from '#circuit/samples';
import type { Rng } from '#kernel';
import { createConfig } from './config.ts';
import { emptyCounters } from './counter-table.ts';
import type { Expert } from './expert.ts';
import { createMachine, type Machine, type MachineOptions } from './machine.ts';
import type { GraphNode, StepGraph } from '../step/step-graph.ts';

/** A small random machine: circuits and tables, some with guards, random weights, planes full of random bits. */
export function randomMachine(rng: Rng, options: MachineOptions = {}): Machine {
  const lanes = 128 * rng.int(1, 5);
  const picks = rng.int(1, 4);
  const knobs = { inputs: 4, state: 10, shared: 4, outputs: 3, lanes, experts: 40, gates: 80, picks };
  const config = createConfig(
    { ...knobs, candidates: picks + rng.below(6), compileAfter: rng.below(3), packExperts: rng.int(1, 4) },
    rng.distinct(rng.int(0, 3), 14),
  );
  const machine = createMachine(config, options);
  const count = rng.int(1, 14);
  for (let e = 0; e < count; e += 1) machine.addExpert(randomExpert(machine, `expert-${rng.below(1000)}-${e}`, rng));
  scramble(machine, rng);
  for (const { expert } of machine.seats()) {
    for (let lane = 0; lane < 4; lane += 1) {
      const key = Uint32Array.from({ length: config.knobs.codeBits / 32 }, (_, w) => (w === 0 ? rng.below(8) : 0));
      machine.setWeight(key, expert.id, rng.int(-2, 2));
    }
  }
  return machine;
}

/** A random graph of at most so many nodes that fits a machine: every node is reached, and edges may skip nodes. */
export function randomGraph(machine: Machine, most: number, rng: Rng): StepGraph {
  const count = rng.int(2, most);
  const ids = machine.seats().map(({ expert }) => expert.id);
  const nodes = Array.from({ length: count - 1 }, (_, number): GraphNode => {
    const next = number + 1;
    const kind = rng.pick(['route', 'expert', 'branch'] as const);
    if (kind === 'expert') return { kind, expert: rng.pick(ids), next };
    if (kind === 'route') {
      return {
        kind,
        ...(rng.chance(0.3) ? { class: rng.below(2) } : {}),
        ...(rng.chance(0.3) ? { shard: 1 } : {}),
        next,
      };
    }
    const skip = rng.int(next, count - 1);
    const isTrue = rng.chance(0.5);
    const plane = rng.below(machine.planes.count);
    return { kind, plane, whenTrue: isTrue ? skip : next, whenFalse: isTrue ? next : skip };
  });
  return { nodes: [...nodes, { kind: 'end' }] };
}

/** Fills all planes with random bits. */
export function scramble(machine: Machine, rng: Rng): void {
  const words = machine.config.knobs.lanes / 32;
  for (let plane = 0; plane < machine.planes.count; plane += 1) {
    machine.writePlane(
      plane,
      Int32Array.from({ length: words }, () => rng.uint32()),
    );
  }
}

/** A random expert that fits a machine. */
export function randomExpert(machine: Machine, id: string, rng: Rng): Expert {
  const { planes, config } = machine;
  const first = planes.regions.state.first;
  const writes = rng.distinct(rng.int(1, 4), planes.count - first).map((plane) => plane + first);
  const isTable = rng.chance(0.25);
  const reads = rng.distinct(isTable ? rng.int(1, 4) : rng.int(2, 8), planes.count);
  const gates = writes.length + rng.below(30);
  const counters = emptyCounters(reads.length, writes.length).map(() => rng.uint32());
  const shape = { inputs: reads.length, outputs: writes.length, gates, xorShare: 0.4 };
  return {
    id,
    class: rng.chance(0.9) ? 0 : 1,
    shard: rng.below(3),
    code: Array.from({ length: config.knobs.codeBits / 32 }, (_, w) => (w === 0 ? rng.below(16) : 0)),
    reads,
    writes,
    guard: rng.chance(0.5) ? [] : [{ plane: rng.below(planes.count), value: rng.chance(0.5) }],
    body: isTable
      ? { kind: 'table', counters }
      : {
          kind: 'circuit',
          circuit: randomCircuit({ ...shape, gates: reads.length === 2 ? writes.length : gates }, rng),
        },
  };
}
