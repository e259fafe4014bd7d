import { describe, expect, it } from 'vitest';
import { type Circuit, createBuilder } from '#logic/circuit/graph';
import { createRng, Fault } from '#foundation/kernel';
import { createConfig, machinePresets } from './config.ts';
import type { Expert } from './expert.ts';
import { turnMachineKnobs } from './knobs.ts';
import { createMachine } from './machine.ts';
import { randomMachine } from './fixtures/random-machine.ts';
import { snapshotMachine } from './snapshot-machine.ts';

function faultOf(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function andCircuit(): Circuit {
  const b = createBuilder();
  return b.build([b.and(b.input(), b.input())]);
}

const good: Expert = {
  id: 'good',
  class: 0,
  shard: 0,
  code: [1, 2],
  reads: [4, 5],
  writes: [6],
  body: { kind: 'circuit', circuit: andCircuit() },
};

function cyclic(): Circuit {
  const circuit = andCircuit();
  return { ...circuit, left: Int32Array.from(circuit.left, (edge, node) => (node === 3 ? 6 : edge)) };
}

describe('a bad expert', () => {
  it.each([
    ['reads', { ...good, reads: [4, 999] }],
    ['writes', { ...good, writes: [-1] }],
    ['writes', { ...good, writes: [0] }],
    ['code', { ...good, code: [1] }],
    ['code', { ...good, code: [1, -2] }],
    ['guard', { ...good, guard: [{ plane: 1e6, value: true }] }],
    ['body', { ...good, reads: [4] }],
    ['body', { ...good, body: { kind: 'circuit', circuit: cyclic() } }],
    ['body', { ...good, body: { kind: 'table', counters: new Uint32Array(3) } }],
    ['pre', { ...good, pre: { ...andCircuit(), inputCount: 3 } }],
    ['pre', { ...good, pre: cyclic() }],
    ['post', { ...good, post: andCircuit() }],
    ['body', { ...good, body: { kind: 'circuit', circuit: { ...andCircuit(), outputs: [99] } } }],
    ['shard', { ...good, shard: -1 }],
    ['class', { ...good, class: 0.5 }],
    ['id', { ...good, id: '' }],
  ] as const)('is refused by a fault that names its %s, and the machine is unchanged', (field, expert) => {
    const machine = randomMachine(createRng('faults'));
    const before = snapshotMachine(machine).hash;
    const { id } = field === 'id' ? expert : machine.seats()[0]!.expert;
    for (const act of [() => machine.addExpert({ ...expert, id }), () => machine.replaceExpert({ ...expert, id })]) {
      const fault = faultOf(act);
      expect(fault.code).toBe('bem/bad-expert');
      expect(fault.details).toMatchObject({ expert: id, field });
      expect(snapshotMachine(machine).hash).toBe(before);
    }
  });

  it('cannot be given a code of the wrong length', () => {
    const machine = randomMachine(createRng('codes'));
    const before = snapshotMachine(machine).hash;
    const { id } = machine.seats()[0]!.expert;
    for (const code of [[1], [1, 2, 3], [], [0.5, 0]]) {
      expect(faultOf(() => machine.setCode(id, code)).details).toMatchObject({ expert: id, field: 'code' });
    }
    expect(faultOf(() => machine.setCode('nobody', [1, 2])).code).toBe('bem/unknown-expert');
    expect(snapshotMachine(machine).hash).toBe(before);
  });

  it('cannot take an id twice, nor a place beyond the last', () => {
    const machine = createMachine(createConfig({ experts: 1 }));
    machine.addExpert({ ...good, writes: [40] });
    expect(faultOf(() => machine.addExpert({ ...good, writes: [40] })).code).toBe('bem/twice');
    expect(faultOf(() => machine.addExpert({ ...good, id: 'more', writes: [40] })).code).toBe('bem/full');
    expect(faultOf(() => machine.removeExpert('nobody')).code).toBe('bem/unknown-expert');
  });

  it('that memory has no room for leaves the machine as it was', () => {
    const config = createConfig({ lanes: 128, experts: 65536, gates: 60000, memoryMiB: 4 });
    const machine = createMachine(config, { compile: 'never' });
    const bigger = (turns: number): Expert => {
      const b = createBuilder();
      const x = b.inputs(2);
      let edge = b.and(x[0]!, x[1]!);
      for (let g = 0; g < turns; g += 1) edge = b.xor(b.and(edge, x[g % 2]!), x[(g + 1) % 2]!) ^ (g & 1);
      return { ...good, writes: [40], body: { kind: 'circuit', circuit: b.build([edge]) } };
    };
    const big = bigger(14_000);
    let added = 0;
    const fault = faultOf(() => {
      for (; added < 1000; added += 1) machine.addExpert({ ...big, id: `big-${added}` });
    });
    expect(fault.code).toBe('bem/memory');
    expect(fault.details).toMatchObject({ expert: `big-${added}`, field: 'memoryMiB' });
    expect(machine.seats()).toHaveLength(added);
    machine.step();
    const before = snapshotMachine(machine).hash;
    const replaced = faultOf(() => machine.replaceExpert({ ...bigger(29_000), id: 'big-0' }));
    expect(replaced.details).toMatchObject({ expert: 'big-0', field: 'memoryMiB' });
    expect(snapshotMachine(machine).hash).toBe(before);
    machine.step();
  });
});

describe('the configuration of a machine', () => {
  it('refuses unknown names, values off their range or step, and says which', () => {
    expect(faultOf(() => turnMachineKnobs({ lanez: 1 })).details).toEqual({ field: 'lanez' });
    for (const lanes of [0, 64, 200, Number.NaN, 1e9]) {
      expect(faultOf(() => turnMachineKnobs({ lanes })).details).toEqual({ field: 'lanes' });
    }
    expect(faultOf(() => turnMachineKnobs({ picks: 9, candidates: 8 })).message).toContain(
      'more than the 8 candidates',
    );
    expect(faultOf(() => createConfig({}, [0, 0])).code).toBe('bem/bad-key');
    expect(faultOf(() => createConfig({}, [32 + 64])).message).toContain('shared[0]');
    expect(faultOf(() => createMachine(createConfig({ lanes: 16384, experts: 65536, memoryMiB: 16 }))).code).toBe(
      'bem/memory',
    );
  });

  it('has presets that make machines', () => {
    for (const preset of Object.values(machinePresets)) {
      const machine = createMachine(createConfig(preset));
      machine.step();
      expect(machine.steps).toBe(1);
    }
  });
});
