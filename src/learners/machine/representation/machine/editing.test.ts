import { describe, expect, it } from 'vitest';
import { createRng, hashOf, type Rng } from '#foundation/kernel';
import { createConfig } from './config.ts';
import { createMachine, type Machine } from './machine.ts';
import { openSnapshot } from './machine-state.ts';
import { snapshotMachine } from './snapshot-machine.ts';
import { randomExpert, randomGraph, randomMachine, scramble } from './fixtures/random-machine.ts';
import { referenceStep } from '../step/fixtures/reference-step.ts';
import { createScanRouter, type Router } from '../route/router.ts';
import { restoreMachine } from './fixtures/restore-machine.ts';

/** One change of any kind that a running machine knows. */
function editOnce(machine: Machine, name: string, rng: Rng): void {
  const ids = machine.seats().map(({ expert }) => expert.id);
  switch (rng.below(7)) {
    case 0:
      return machine.addExpert(randomExpert(machine, name, rng));
    case 1:
      return machine.replaceExpert({ ...randomExpert(machine, name, rng), id: rng.pick(ids) });
    case 2: {
      const named = new Set(machine.graph.nodes.map((node) => (node.kind === 'expert' ? node.expert : '')));
      const free = ids.filter((id) => !named.has(id));
      return free.length > 1 ? machine.removeExpert(rng.pick(free)) : undefined;
    }
    case 3:
      return machine.setCode(rng.pick(ids), [rng.below(16), 0]);
    case 5: {
      const table = machine.seats().find(({ counters }) => counters !== undefined)?.expert;
      const ones = new Int32Array(machine.config.knobs.lanes / 32).fill(-1);
      return (
        table &&
        machine.teachTable(
          table.id,
          table.writes.map(() => ones),
          ones,
        )
      );
    }
    case 4:
      return machine.setGraph(randomGraph(machine, 5, rng));
    default:
      return machine.setWeight(Uint32Array.of(rng.below(8), 0), rng.pick(ids), rng.int(-2, 2));
  }
}

describe('changing a running machine', () => {
  it('property: after any changes a step equals the reference', () => {
    for (let seed = 0; seed < 6; seed += 1) {
      const rng = createRng(`editing/${seed}`);
      const machine = randomMachine(rng, { compile: seed % 3 === 0 ? 'now' : 'never' });
      for (let t = 0; t < 10; t += 1) {
        editOnce(machine, `new-${t}`, rng);
        const expected = referenceStep(machine, () => true);
        machine.step();
        expect(machine.lastRun(), `seed editing/${seed}, change ${t}`).toEqual(expected.ran);
        for (const [plane, bits] of expected.bits.entries()) {
          const words = machine.readPlane(plane);
          expect(bits.every((bit, lane) => bit === (((words[lane >>> 5]! >>> (lane & 31)) & 1) === 1))).toBe(true);
        }
      }
    }
  });

  it('property: many changes that end in a fault leave nothing behind, and a restored machine equals its snapshot', () => {
    for (let seed = 0; seed < 8; seed += 1) {
      const rng = createRng(`atomically/${seed}`);
      const machine = randomMachine(rng, { compile: 'now' });
      const twin = restoreMachine(snapshotMachine(machine));
      const before = snapshotMachine(machine);
      const change = (): void => {
        for (let t = 0; t < 10; t += 1) {
          editOnce(machine, `new-${t}`, rng);
          machine.step({ policy: rng.pick(['best', 'sampled'] as const) });
        }
      };
      expect(() =>
        machine.atomically(() => {
          change();
          machine.removeExpert('nobody');
        }),
      ).toThrow('there is no expert nobody');
      expect(snapshotMachine(machine).hash).toBe(before.hash);
      for (const each of [machine, twin]) for (const policy of ['best', 'sampled'] as const) each.step({ policy });
      expect(snapshotMachine(machine).hash).toBe(snapshotMachine(twin).hash);
      machine.atomically(change);
      machine.restore(before);
      expect(snapshotMachine(machine)).toEqual(before);
    }
  });

  it('keeps compiled code when only code, guard or class of an expert change, and when it is restored', () => {
    const machine = createMachine(createConfig({ inputs: 4, state: 10, shared: 4, outputs: 3, compileAfter: 0 }), {
      compile: 'now',
    });
    const rng = createRng('keep');
    for (let e = 0; e < 3; e += 1) {
      const expert = { ...randomExpert(machine, `e${e}`, rng), class: 0, guard: [] };
      machine.addExpert(expert);
    }
    scramble(machine, rng);
    for (let t = 0; t < 3; t += 1) machine.step();
    const circuits = machine.seats().filter(({ counters }) => counters === undefined);
    expect(circuits.length).toBeGreaterThan(0);
    const saved = snapshotMachine(machine);
    const { modules } = machine.counters;
    for (const { expert } of circuits) machine.setCode(expert.id, [9, 0]);
    machine.restore(saved);
    for (const { expert } of circuits) machine.replaceExpert({ ...expert, guard: [{ plane: 0, value: true }] });
    for (const { expert } of circuits) expect(machine.isCompiled(expert.id)).toBe(true);
    machine.step();
    expect(machine.counters.modules).toBe(modules);
  });

  it('refuses a snapshot that does not fit, and stays as it was', () => {
    const machine = randomMachine(createRng('fit/1'));
    const before = snapshotMachine(machine).hash;
    const other = createMachine(createConfig({ lanes: 256 }));
    expect(() => machine.restore(snapshotMachine(other))).toThrow('another configuration');
    const { format, version } = snapshotMachine(machine);
    const state = openSnapshot(snapshotMachine(machine));
    const [first] = state.experts;
    const broken = [
      { ...state, planes: '00' },
      { ...state, experts: [...state.experts, { ...first!, id: 'second', slot: first!.slot }] },
      { ...state, experts: [...state.experts, { ...first!, slot: 39 }] },
      { ...state, experts: [{ ...first!, reads: [999] }] },
      { ...state, experts: [{ ...first!, code: [1] }] },
      { ...state, experts: [{ ...first!, circuit: null, counters: null }] },
      { ...state, graph: { nodes: [] } },
      { ...state, weights: [{ key: [1], of: [[first!.id, 1]] }] },
      { ...state, weights: [{ key: [1, 0], of: [['nobody', 1]] }] },
    ] as const;
    for (const wrong of broken) {
      const hash = hashOfState(wrong, version);
      expect(() => machine.restore({ format, version, hash, state: wrong })).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^bem\//) }),
      );
      expect(snapshotMachine(machine).hash).toBe(before);
    }
  });

  it('goes back when ROUTE has no room for a newcomer or a new place', () => {
    const scan = createScanRouter();
    let room = 4;
    const router: Router = {
      ...scan,
      insert(slot, place) {
        if (room === 0) throw new Error('no room');
        room -= 1;
        scan.insert(slot, place);
      },
    };
    const machine = createMachine(createConfig({ inputs: 4, state: 10, shared: 4, outputs: 3, lanes: 128 }), {
      router,
    });
    const rng = createRng('no-room');
    for (const id of ['a', 'b', 'c']) machine.addExpert(randomExpert(machine, id, rng));
    room = 0;
    const before = snapshotMachine(machine).hash;
    expect(() => machine.addExpert(randomExpert(machine, 'd', rng))).toThrow('no room');
    expect(snapshotMachine(machine).hash).toBe(before);
    expect(machine.has('d')).toBe(false);
    room = 1;
    machine.addExpert(randomExpert(machine, 'd', rng));
    expect(machine.seats()).toHaveLength(4);
  });
});

function hashOfState(state: unknown, version: number): ReturnType<typeof hashOf> {
  return hashOf({ version, state });
}
