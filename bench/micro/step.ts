import {
  createConfig,
  createMachine,
  type Machine,
  machinePresets,
  planeOf,
} from '#learners/machine/representation/machine';
import { describeMachine, type MachineDescription } from '../describe-machine.ts';
import { grayEncode } from '#learners/machine/representation/route';
import { randomCircuit } from '#logic/circuit/samples';
import { createRng, type Rng } from '#foundation/kernel';
import { cpuNs } from '../cpu-time.ts';
import type { Profile } from './profile.ts';
import { atLeast, type Target } from '../target.ts';

/** A machine step at one number of distinct routing keys among the lanes. */
export interface StepCell {
  readonly keys: number;
  /** Experts in the machine, and run per step. */
  readonly experts: number;
  readonly expertsPerStep: number;
  readonly steps: number;
  readonly nsPerStep: number;
  readonly cyclesPerStep: number;
  readonly laneStepsPerSecond: number;
}

/** The section of the report on machine steps. */
export interface StepSection {
  readonly shape: {
    readonly candidates: 16;
    readonly picks: 4;
    readonly gates: 256;
    readonly lanes: 512;
    readonly codeBits: 64;
  };
  readonly pattern: string;
  /** The machine of the cell with 8 keys and 16 experts. */
  readonly machine: MachineDescription;
  readonly cells: readonly StepCell[];
  readonly targets: readonly Target[];
}

const lanes = 512;

/**
 * Measures steps with 8, 1 and 512 keys, with as many experts as candidates and with four times as many. The first cell is
 * the one that has a target: with a second machine in the process the engine calls each machine's code more slowly.
 */
export async function benchSteps(profile: Profile): Promise<(ghz: number) => StepSection> {
  const times: Omit<StepCell, 'cyclesPerStep'>[] = [];
  for (const experts of [16, 64]) {
    for (const keys of [8, 1, 512]) times.push(await measureSteps(experts, keys, profile));
  }
  const asked = times.find((cell) => cell.keys === 8 && cell.experts === 16);
  const machine = describeMachine(stepMachine(16, 8, createRng('bench/step/16/8')));
  return (ghz) => ({
    shape: { candidates: 16, picks: 4, gates: 256, lanes, codeBits: 64 },
    pattern:
      'arg-max policy; keys are 32 input and 32 state bits that no expert writes, spread over the lanes at random; weights random per key and expert; every expert reads 32 and writes 8 planes',
    machine,
    cells: times.map((time) => ({ ...time, cyclesPerStep: time.nsPerStep * ghz })),
    targets: [
      atLeast('lane-steps per second at 8 keys, 16 experts that all are candidates', asked?.laneStepsPerSecond, 1e8),
    ],
  });
}

async function measureSteps(experts: number, keys: number, profile: Profile): Promise<Omit<StepCell, 'cyclesPerStep'>> {
  const machine = stepMachine(experts, keys, createRng(`bench/step/${experts}/${keys}`));
  for (let t = 0; t < 20; t += 1) machine.step();
  await machine.settle();
  const steps = Math.ceil(profile.steps / (keys > 100 ? 20 : 1));
  for (let t = 0; t < steps / 5; t += 1) machine.step();
  const { rounds } = profile;
  let nsPerStep = Infinity;
  let ran = 0;
  const perRound = Math.ceil(steps / rounds);
  for (let round = 0; round < rounds; round += 1) {
    nsPerStep = Math.min(
      nsPerStep,
      cpuNs(() => (ran = machine.step().experts), perRound),
    );
  }
  return {
    keys,
    experts,
    expertsPerStep: ran,
    steps: perRound * rounds,
    nsPerStep,
    laneStepsPerSecond: (lanes * 1e9) / nsPerStep,
  };
}

/** Experts of 256 gates that read 32 planes of any kind and write 8 of the first 32 state planes. */
export function addRandomExperts(machine: Machine, experts: number, rng: Rng): void {
  const writable = Array.from({ length: 32 }, (_, i) => planeOf(machine.planes, 'state', i));
  for (let e = 0; e < experts; e += 1) {
    const circuit = randomCircuit({ inputs: 32, outputs: 8, gates: 256, xorShare: 0.4 }, rng);
    const reads = rng.distinct(32, machine.planes.count);
    const writes = rng.distinct(8, 32).map((i) => writable[i]!);
    const body = { kind: 'circuit', circuit } as const;
    machine.addExpert({ id: `e${e}`, class: 0, shard: 0, code: [rng.uint32(), rng.uint32()], reads, writes, body });
  }
}

/** A machine whose lanes spell so many different keys, for ever. */
function stepMachine(experts: number, keys: number, rng: Rng): Machine {
  const knobs = { ...machinePresets.micro, experts: Math.max(experts, 64), compileAfter: 1 };
  const fixed = Array.from({ length: 64 }, (_, b) => (b < 32 ? b : b + 32));
  const machine = createMachine(createConfig(knobs, fixed));
  addRandomExperts(machine, experts, rng);
  const raw = Array.from({ length: keys }, () => Uint32Array.of(rng.uint32(), rng.uint32()));
  const lanesOfKey = Array.from({ length: lanes }, (_, lane) => raw[lane % keys]!);
  rng.shuffle(lanesOfKey);
  for (const [b, plane] of fixed.entries()) {
    const words = new Int32Array(lanes / 32);
    for (const [lane, key] of lanesOfKey.entries()) {
      if (((key[b >>> 5]! >>> (b & 31)) & 1) === 1) words[lane >>> 5] = words[lane >>> 5]! | (1 << (lane & 31));
    }
    machine.writePlane(plane, words);
  }
  for (const key of raw) for (let e = 0; e < experts; e += 1) machine.setWeight(grayEncode(key), `e${e}`, rng.normal());
  return machine;
}
