import { describe, expect, it } from 'vitest';
import { createBuilder } from '#logic/circuit/graph';
import { createRng, Fault } from '#foundation/kernel';
import { createConfig } from '../machine/config.ts';
import type { Expert } from '../machine/expert.ts';
import { createMachine, type Machine } from '../machine/machine.ts';
import { snapshotMachine } from '../machine/snapshot-machine.ts';
import { planeOf } from '../machine/plane-map.ts';
import { randomGraph, randomMachine } from '../machine/fixtures/random-machine.ts';
import { referenceStep } from './fixtures/reference-step.ts';
import { restoreMachine } from '../machine/fixtures/restore-machine.ts';
import { routeThenEnd, type StepGraph } from './step-graph.ts';

const isIn = (mask: Int32Array, lane: number): boolean => ((mask[lane >>> 5]! >>> (lane & 31)) & 1) === 1;

function differences(machine: Machine, expected: readonly (readonly boolean[])[]): number {
  return expected.reduce((sum, bits, plane) => {
    const words = machine.readPlane(plane);
    return sum + bits.filter((bit, lane) => bit !== isIn(words, lane)).length;
  }, 0);
}

describe('a step that follows a graph', () => {
  it('property: equals the lane-by-lane reference on random graphs, machines and masks', () => {
    let ran = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const rng = createRng(`graph/${seed}`);
      const machine = randomMachine(rng, { compile: seed % 5 === 0 ? 'now' : 'never' });
      machine.setGraph(randomGraph(machine, 9, rng));
      for (let t = 0; t < 3; t += 1) {
        const mask = Int32Array.from({ length: machine.config.knobs.lanes / 32 }, () => rng.uint32());
        const expected = referenceStep(machine, (lane) => isIn(mask, lane));
        const report = machine.step({ lanes: mask });
        expect(machine.lastRun(), `seed graph/${seed}`).toEqual(expected.ran);
        expect(report.experts).toBe(expected.ran.length);
        expect(differences(machine, expected.bits), `seed graph/${seed}, step ${t}`).toBe(0);
        ran += expected.ran.length;
      }
    }
    expect(ran).toBeGreaterThan(100);
  });

  it('property: goes on identically from a snapshot, sampled too', () => {
    for (let seed = 0; seed < 5; seed += 1) {
      const rng = createRng(`graph-snapshot/${seed}`);
      const machine = randomMachine(rng, { compile: 'never' });
      machine.setGraph(randomGraph(machine, 7, rng));
      machine.step({ policy: 'sampled' });
      const restored = restoreMachine(JSON.parse(JSON.stringify(snapshotMachine(machine))));
      expect(restored.graph).toEqual(machine.graph);
      for (const each of [machine, restored]) each.step({ policy: 'sampled' });
      expect(snapshotMachine(restored).hash).toBe(snapshotMachine(machine).hash);
    }
  });

  it('tells in which lanes an expert ran, over all nodes that ran it', () => {
    const machine = createMachine(createConfig({ inputs: 2, state: 2, lanes: 128 }, []), { compile: 'never' });
    machine.addExpert(constant(machine, 'one'));
    machine.addExpert({ ...constant(machine, 'two'), guard: [{ plane: 1, value: true }] });
    const words = [Int32Array.of(0b0011, 0, 0, 0), Int32Array.of(0b0101, 0, 0, 0)];
    for (const [plane, word] of words.entries()) machine.writePlane(plane, word);
    machine.setGraph({
      nodes: [
        { kind: 'branch', plane: 0, whenTrue: 1, whenFalse: 2 },
        { kind: 'expert', expert: 'one', next: 3 },
        { kind: 'expert', expert: 'two', next: 3 },
        { kind: 'expert', expert: 'two', next: 4 },
        { kind: 'end' },
      ],
    });
    machine.step();
    expect(machine.lastRun()).toEqual(['one', 'two', 'two']);
    expect(machine.lanesOf('one')[0]).toBe(0b0011);
    expect(machine.lanesOf('two')[0]).toBe(0b0101);
    machine.setGraph(routeThenEnd);
    expect(machine.lastRun()).toEqual([]);
  });
});

function constant(machine: Machine, id: string): Expert {
  const circuit = createBuilder().build([1]);
  const writes = [planeOf(machine.planes, 'output', 0)];
  return { id, class: 0, shard: 0, code: [0, 0], reads: [], writes, body: { kind: 'circuit', circuit } };
}

describe('a bad graph', () => {
  const end = { kind: 'end' } as const;
  it.each([
    ['no nodes', [], 0, 'nodes'],
    ['too many nodes', Array.from({ length: 300 }, (_, i) => ({ kind: 'route', next: i + 1 })), 300, 'nodes'],
    ['a way back', [{ kind: 'route', next: 1 }, { kind: 'route', next: 0 }, end], 1, 'next'],
    ['a node that leads to itself', [{ kind: 'route', next: 0 }, end], 0, 'next'],
    ['a node that does not exist', [{ kind: 'branch', plane: 0, whenTrue: 1, whenFalse: 7 }, end], 0, 'whenFalse'],
    ['half a node', [{ kind: 'route', next: 0.5 }, end], 0, 'next'],
    ['a node nobody reaches', [{ kind: 'route', next: 2 }, end, end], 1, 'kind'],
    ['a plane that does not exist', [{ kind: 'branch', plane: 999, whenTrue: 1, whenFalse: 1 }, end], 0, 'plane'],
    ['an expert that does not exist', [{ kind: 'expert', expert: 'nobody', next: 1 }, end], 0, 'expert'],
    ['a class that cannot be', [{ kind: 'route', class: -1, next: 1 }, end], 0, 'class'],
    ['a shard that cannot be', [{ kind: 'route', shard: 70_000, next: 1 }, end], 0, 'shard'],
    ['an unknown kind', [{ kind: 'loop', next: 1 }, end], 0, 'kind'],
  ])('with %s is refused by a fault that names node and field', (_, nodes, node, field) => {
    const machine = randomMachine(createRng('bad-graph'));
    const before = snapshotMachine(machine).hash;
    const graph: StepGraph = JSON.parse(JSON.stringify({ nodes }));
    let fault: unknown;
    try {
      machine.setGraph(graph);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: 'bem/bad-graph', details: { node, field } });
    expect(snapshotMachine(machine).hash).toBe(before);
  });

  it('keeps an expert that it names from being removed', () => {
    const machine = createMachine(createConfig({ lanes: 128 }));
    machine.addExpert(constant(machine, 'kept'));
    machine.setGraph({ nodes: [{ kind: 'expert', expert: 'kept', next: 1 }, end] });
    expect(() => machine.removeExpert('kept')).toThrow('expert kept runs at node 0');
    expect(machine.has('kept')).toBe(true);
    machine.setGraph(routeThenEnd);
    machine.removeExpert('kept');
    expect(machine.has('kept')).toBe(false);
  });
});
