import { createConfig, createMachine, type Machine, machinePresets } from '#learners/machine/representation/machine';
import { grayEncode } from '#learners/machine/representation/route';
import { createRng, type Rng } from '#foundation/kernel';
import { addRandomExperts } from '../micro/step.ts';

/** A machine that reads a stream: every step brings new input bits, and with them every lane may change its key. */
export interface StreamMachine {
  readonly machine: Machine;
  /** Puts all planes back to the start of a sequence. */
  rewind(): void;
  /** So many steps, each with fresh input. */
  run(steps: number): void;
}

const experts = 16;

/** Input planes that make the key, so that lanes have 2³ keys. */
const keyPlanes = [0, 1, 2] as const;

/** Fresh input planes are taken in turn from a ring of so many. */
const ringSize = 1021;

/** K_cand = 16, S = 4, G = 256, W = 512 and 8 keys, as in the benchmark of a machine step; all code compiled. */
export async function createStreamMachine(seed: number): Promise<StreamMachine> {
  const rng = createRng(`bench/scaling/${seed}`);
  const machine = createMachine(createConfig({ ...machinePresets.micro, experts: 64, compileAfter: 1 }, keyPlanes));
  addRandomExperts(machine, experts, rng);
  for (let key = 0; key < 2 ** keyPlanes.length; key += 1) {
    for (let e = 0; e < experts; e += 1) machine.setWeight(grayEncode(Uint32Array.of(key, 0)), `e${e}`, rng.normal());
  }
  const ring = Array.from({ length: ringSize }, () => randomPlane(machine.config.knobs.lanes, rng));
  let at = 0;
  const run = (steps: number): void => {
    for (let t = 0; t < steps; t += 1) {
      for (const plane of keyPlanes) {
        machine.writePlane(plane, ring[at]!);
        at = at + 1 === ringSize ? 0 : at + 1;
      }
      machine.step();
    }
  };
  run(20);
  await machine.settle();
  const start = Array.from({ length: machine.planes.count }, (_, plane) => machine.readPlane(plane));
  const rewind = (): void => {
    for (const [plane, words] of start.entries()) machine.writePlane(plane, words);
    at = 0;
  };
  return { machine, rewind, run };
}

function randomPlane(lanes: number, rng: Rng): Int32Array {
  const plane = new Int32Array(lanes / 32);
  for (let i = 0; i < plane.length; i += 1) plane[i] = rng.uint32();
  return plane;
}
