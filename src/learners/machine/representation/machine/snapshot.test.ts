import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { randomExpert, randomMachine } from './fixtures/random-machine.ts';
import { snapshotMachine } from './snapshot-machine.ts';
import { restoreMachine } from './fixtures/restore-machine.ts';

describe('snapshots of a machine', () => {
  it('property: restore to identical behaviour, also after changes and through JSON', () => {
    for (let seed = 0; seed < 25; seed += 1) {
      const rng = createRng(`snapshot/${seed}`);
      const machine = randomMachine(rng, { compile: 'now', randomPath: `draw/${seed}` });
      machine.addExpert({ ...randomExpert(machine, 'late', rng), class: 0 });
      machine.removeExpert(machine.seats()[0]!.expert.id);
      for (const policy of ['best', 'sampled'] as const) machine.step({ policy });
      const taken = snapshotMachine(machine);
      const restored = restoreMachine(JSON.parse(JSON.stringify(taken)), { compile: 'never' });
      expect(snapshotMachine(restored)).toEqual(taken);
      for (const policy of ['sampled', 'best', 'sampled'] as const) {
        expect(restored.step({ policy })).toEqual(machine.step({ policy }));
        expect(restored.lastRun()).toEqual(machine.lastRun());
      }
      expect(snapshotMachine(restored).hash).toBe(snapshotMachine(machine).hash);
    }
  });

  it('are named by their content: any change of weight, plane or expert changes the hash', () => {
    const machine = randomMachine(createRng('named'));
    const hashes = [snapshotMachine(machine).hash];
    const { id } = machine.seats()[0]!.expert;
    machine.setWeight(Uint32Array.of(77, 1), id, 0.5);
    hashes.push(snapshotMachine(machine).hash);
    machine.writeLane(3, 'state', [!machine.readLane(3, 'state')[0]!]);
    hashes.push(snapshotMachine(machine).hash);
    machine.addExpert(randomExpert(machine, 'another', createRng('x')));
    hashes.push(snapshotMachine(machine).hash);
    expect(new Set(hashes).size).toBe(4);
    machine.removeExpert('another');
    expect(snapshotMachine(machine).hash).toBe(hashes[2]);
  });

  it('of another version, or changed by hand, are refused', () => {
    const machine = randomMachine(createRng('refused'));
    const taken = snapshotMachine(machine);
    expect(() => machine.restore({ ...taken, version: 1 })).toThrow('version 1 is not version 2');
    expect(snapshotMachine(machine).hash).toBe(taken.hash);
    expect(() => restoreMachine({ ...taken, version: 1 })).toThrow('version 1 is not version 2');
    const state = { ...taken.state, steps: taken.state.steps + 1 };
    expect(() => restoreMachine({ ...taken, state })).toThrow('hashes to');
  });
});
