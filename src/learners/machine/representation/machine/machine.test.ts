import { describe, expect, it } from 'vitest';
import { createBuilder } from '#logic/circuit/graph';
import { createRng } from '#foundation/kernel';
import { createConfig } from './config.ts';
import { emptyCounters } from './counter-table.ts';
import type { Expert } from './expert.ts';
import { createMachine, type Machine } from './machine.ts';
import { planeOf } from './plane-map.ts';
import { randomExpert, randomMachine, scramble } from './fixtures/random-machine.ts';
import { referenceStep } from '../step/fixtures/reference-step.ts';
import { snapshotMachine } from './snapshot-machine.ts';

function planesOf(machine: Machine): boolean[][] {
  const { lanes } = machine.config.knobs;
  return Array.from({ length: machine.planes.count }, (_, plane) => {
    const words = machine.readPlane(plane);
    return Array.from({ length: lanes }, (_, lane) => ((words[lane >>> 5]! >>> (lane & 31)) & 1) === 1);
  });
}

/** How many bits of a machine's planes differ from the expected ones. */
function differences(machine: Machine, expected: readonly (readonly boolean[])[]): number {
  let differ = 0;
  for (const [plane, bits] of planesOf(machine).entries()) {
    for (const [lane, bit] of bits.entries()) if (bit !== expected[plane]![lane]) differ += 1;
  }
  return differ;
}

const isIn = (mask: Int32Array, lane: number): boolean => ((mask[lane >>> 5]! >>> (lane & 31)) & 1) === 1;

describe('a step of the machine', () => {
  it.each(['now', 'never'] as const)(
    'equals the lane-by-lane reference on random machines, compiling %s',
    (compile) => {
      let compiled = 0;
      let interpreted = 0;
      for (let seed = 0; seed < 20; seed += 1) {
        const rng = createRng(`step/${seed}`);
        const machine = randomMachine(rng, { compile });
        const words = machine.config.knobs.lanes / 32;
        for (let t = 0; t < 4; t += 1) {
          const mask = Int32Array.from({ length: words }, () => (rng.chance(0.2) ? -1 : rng.uint32()));
          const expected = referenceStep(machine, (lane) => isIn(mask, lane));
          machine.step({ lanes: mask });
          expect(machine.lastRun(), `seed step/${seed}, step ${t}`).toEqual(expected.ran);
          expect(differences(machine, expected.bits), `seed step/${seed}, step ${t}`).toBe(0);
        }
        compiled += machine.counters.compiledChunks;
        interpreted += machine.counters.interpretedChunks;
      }
      expect(interpreted).toBeGreaterThan(100);
      expect(compiled > 100).toBe(compile === 'now');
    },
  );

  it('equals the reference where lanes spell more keys than are found at one go, with and without guards', () => {
    const rng = createRng('many-keys');
    const knobs = { inputs: 4, state: 80, shared: 4, outputs: 3, lanes: 256, picks: 3, candidates: 6, codeBits: 96 };
    const machine = createMachine(createConfig(knobs, rng.distinct(77, 84)), { compile: 'never' });
    for (let e = 0; e < 12; e += 1) {
      const code = [rng.uint32(), rng.uint32(), rng.uint32()];
      const expert = { ...randomExpert(machine, `e${e}`, rng), class: 0, code };
      machine.addExpert(e % 3 === 0 ? expert : { ...expert, guard: [] });
    }
    for (let t = 0; t < 3; t += 1) {
      scramble(machine, rng);
      const expected = referenceStep(machine, () => true);
      expect(machine.step().keys).toBeGreaterThan(150);
      expect(machine.lastRun()).toEqual(expected.ran);
      expect(differences(machine, expected.bits)).toBe(0);
    }
  });

  it('property: leaves lanes outside the mask untouched, whatever the policy', () => {
    let changed = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const rng = createRng(`mask/${seed}`);
      const machine = randomMachine(rng, { compile: 'now' });
      const mask = Int32Array.from({ length: machine.config.knobs.lanes / 32 }, () => rng.uint32());
      const before = planesOf(machine);
      for (const policy of ['best', 'sampled'] as const) machine.step({ lanes: mask, policy });
      const merged = planesOf(machine).map((bits, plane) =>
        bits.map((bit, lane) => (isIn(mask, lane) ? bit : before[plane]![lane]!)),
      );
      expect(differences(machine, merged)).toBe(0);
      changed += differences(machine, before);
    }
    expect(changed).toBeGreaterThan(1000);
  });

  it('gives the same bytes compiled on another thread, and counts what ran', async () => {
    let compiled = 0;
    for (let seed = 0; seed < 5; seed += 1) {
      const later = randomMachine(createRng(`later/${seed}`), { compile: 'later' });
      const never = randomMachine(createRng(`later/${seed}`), { compile: 'never' });
      for (let t = 0; t < 8; t += 1) {
        for (const machine of [later, never]) machine.step();
        await later.settle();
      }
      expect(snapshotMachine(later).hash).toBe(snapshotMachine(never).hash);
      compiled += later.counters.compiledChunks;
    }
    expect(compiled).toBeGreaterThan(0);
  });

  it('compiles a replaced expert alone, and runs it at once', () => {
    const rng = createRng('replace');
    const config = createConfig({
      inputs: 4,
      state: 10,
      shared: 4,
      outputs: 3,
      lanes: 128,
      compileAfter: 1,
      picks: 16,
    });
    const machine = createMachine(config, { compile: 'now' });
    const circuits: Expert[] = [];
    while (circuits.length < 10) {
      const expert = { ...randomExpert(machine, `e${circuits.length}`, rng), class: 0, guard: [] };
      if (expert.body.kind === 'circuit') circuits.push(expert);
    }
    for (const expert of circuits) machine.addExpert(expert);
    machine.step();
    machine.step();
    expect(machine.counters).toMatchObject({ compiledExperts: 10, modules: 1 });
    machine.replaceExpert({ ...circuits[0]!, id: 'e3' });
    expect(machine.isCompiled('e3')).toBe(false);
    const interpreted = machine.counters.interpretedChunks;
    machine.step();
    expect(machine.counters.interpretedChunks).toBe(interpreted + 1);
    expect(machine.counters).toMatchObject({ compiledExperts: 11, modules: 2 });
    expect(machine.isCompiled('e3')).toBe(true);
  });

  it('tells nothing of the last step once the experts have changed', () => {
    const machine = randomMachine(createRng('changed/2'), { compile: 'never' });
    machine.step();
    const [ran] = machine.lastRun();
    expect(machine.lanesOf(ran!).some((word) => word !== 0)).toBe(true);
    machine.removeExpert(ran!);
    expect(machine.lastRun()).toEqual([]);
    machine.addExpert(randomExpert(machine, 'newcomer', createRng('newcomer')));
    expect(machine.lanesOf('newcomer').every((word) => word === 0)).toBe(true);
  });

  it('packs thin modules together before there are too many', () => {
    const rng = createRng('repack');
    const knobs = { inputs: 4, state: 10, shared: 4, outputs: 3, lanes: 128, experts: 8, packExperts: 8, picks: 8 };
    const machine = createMachine(createConfig({ ...knobs, candidates: 8, compileAfter: 1 }), { compile: 'now' });
    const make = (e: number): Expert => {
      for (;;) {
        const expert = { ...randomExpert(machine, `e${e}`, rng), class: 0, guard: [] };
        if (expert.body.kind === 'circuit') return expert;
      }
    };
    for (let e = 0; e < 8; e += 1) machine.addExpert(make(e));
    for (let t = 0; t < 40; t += 1) {
      machine.replaceExpert(make(t % 8));
      const expected = referenceStep(machine, () => true);
      machine.step();
      expect(differences(machine, expected.bits)).toBe(0);
    }
    expect(machine.modulesInUse).toBeLessThanOrEqual(11);
  });

  it('follows new weights also where few keys are remembered', () => {
    const rng = createRng('few-rows');
    const knobs = { inputs: 4, state: 10, shared: 4, outputs: 3, lanes: 128, picks: 1, policyRows: 6 };
    const machine = createMachine(createConfig(knobs, [0, 1, 2]), { compile: 'never' });
    for (let e = 0; e < 8; e += 1) machine.addExpert({ ...randomExpert(machine, `e${e}`, rng), class: 0 });
    scramble(machine, rng);
    for (let t = 0; t < 60; t += 1) {
      machine.setWeight(Uint32Array.of(rng.below(4), 0), `e${rng.below(8)}`, rng.int(-2, 2));
      const expected = referenceStep(machine, () => true);
      machine.step();
      expect(machine.lastRun()).toEqual(expected.ran);
      expect(differences(machine, expected.bits)).toBe(0);
    }
  });

  it('samples in proportion to the policy, with a floor of exploration', () => {
    const machine = createMachine(createConfig({ state: 2, lanes: 16384, picks: 1, explorationFloor: 0.1 }, []));
    const b = createBuilder();
    b.input();
    const plane = planeOf(machine.planes, 'state', 0);
    const base = { class: 0, shard: 0, code: [0, 0], reads: [plane], writes: [plane] };
    for (const id of ['a', 'b']) machine.addExpert({ ...base, id, body: { kind: 'circuit', circuit: b.build([1]) } });
    machine.setWeight(new Uint32Array(2), 'a', Math.log(3));
    machine.step({ policy: 'sampled' });
    const lanes = [...machine.lanesOf('a')].reduce((sum, word) => sum + ones(word), 0) / 16384;
    expect(lanes).toBeGreaterThan(0.9 * 0.75 + 0.05 - 0.02);
    expect(lanes).toBeLessThan(0.9 * 0.75 + 0.05 + 0.02);
  });

  it('does not slow down or change shape with the number of steps', () => {
    const machine = randomMachine(createRng('steady'), { compile: 'now' });
    for (let t = 0; t < 3000; t += 1) machine.step();
    expect(machine.steps).toBe(3000);
    expect(snapshotMachine(machine).state.planes).toHaveLength((machine.planes.count * machine.config.knobs.lanes) / 4);
  });
});

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

describe('tables of counters', () => {
  it('learn a function of their reads and write its more probable value', () => {
    const machine = createMachine(createConfig({ inputs: 2, state: 1, lanes: 128, picks: 1 }, []), {
      compile: 'never',
    });
    const out = planeOf(machine.planes, 'output', 0);
    machine.addExpert({
      id: 'xor',
      class: 0,
      shard: 0,
      code: [0, 0],
      reads: [0, 1],
      writes: [out],
      body: { kind: 'table', counters: emptyCounters(2, 1) },
    });
    const rng = createRng('table');
    const all = new Int32Array(4).fill(-1);
    scramble(machine, rng);
    const target = machine.readPlane(0).map((word, w) => word ^ machine.readPlane(1)[w]!);
    machine.teachTable('xor', [target], all);
    machine.step();
    expect(machine.readPlane(out)).toEqual(target);
    expect(machine.predict('xor', 0)[0]).toBeLessThan(0.1);
    expect(machine.predict('xor', 1)[0]).toBeGreaterThan(0.9);
  });
});
