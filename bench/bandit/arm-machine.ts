import { createBuilder, FALSE, TRUE } from '#logic/circuit/graph';
import { createConfig, createMachine, type Machine, planeOf } from '#learners/machine/representation/machine';

/** The number of bits that name one of so many arms. */
function armBits(arms: number): number {
  return Math.max(1, Math.ceil(Math.log2(arms)));
}

/** The id of the expert that plays an arm. */
export function armId(arm: number): string {
  return `arm-${String(arm).padStart(3, '0')}`;
}

/**
 * A machine that plays a bandit: the context is the input and the routing key; expert a writes the number of arm a to the
 * output; one expert is picked per step. All experts have the same code, so every key has all of them as candidates.
 */
export function createArmMachine(dimensions: number, arms: number, randomPath = 'bandit'): Machine {
  const knobs = {
    inputs: dimensions,
    state: 0,
    shared: 0,
    outputs: armBits(arms),
    lanes: 128,
    experts: arms,
    candidates: arms,
    picks: 1,
    policyRows: Math.min(1048576, 2 ** dimensions),
  };
  const machine = createMachine(createConfig(knobs), { randomPath });
  const outputs = Array.from({ length: knobs.outputs }, (_, i) => planeOf(machine.planes, 'output', i));
  for (let arm = 0; arm < arms; arm += 1) {
    const circuit = createBuilder().build(outputs.map((_, i) => (((arm >>> i) & 1) === 1 ? TRUE : FALSE)));
    machine.addExpert({
      id: armId(arm),
      class: 0,
      shard: 0,
      code: [0, 0],
      reads: [],
      writes: outputs,
      body: { kind: 'circuit', circuit },
    });
  }
  return machine;
}
