import { type Machine, planeOf } from '#learners/machine/representation/machine';
import type { Rng } from '#foundation/kernel';
import { BOUND, planesOf } from './bounded-index.ts';
import { drawCommands } from './drive-program.ts';

/** Steps of a pilot episode. */
const STEPS = 12;

/** What a pilot episode showed. */
export interface PilotEpisode {
  /** The share of lanes and steps in which the index is what the four operations say. */
  readonly reward: number;
  /** Lanes and steps in which it is not below its bound. */
  readonly violations: number;
}

/** A short run with fresh commands; the same rng path gives two machines the same commands. */
export function runPilot(machine: Machine, rng: Rng): PilotEpisode {
  const { lanes } = machine.config.knobs;
  let [right, violations] = [0, 0];
  let expected = valuesOf(machine, 'index');
  for (let t = 0; t < STEPS; t += 1) {
    for (const [p, plane] of drawCommands(rng, lanes / 32).entries()) {
      machine.writePlane(planeOf(machine.planes, 'input', p), plane);
    }
    const [ops, steps] = [valuesOf(machine, 'op'), valuesOf(machine, 'step')];
    expected = expected.map((index, lane) => operate(ops[lane]!, steps[lane]!, index));
    machine.step();
    const found = valuesOf(machine, 'index');
    for (let lane = 0; lane < lanes; lane += 1) {
      if (found[lane] === expected[lane]) right += 1;
      if (found[lane]! >= BOUND) violations += 1;
    }
  }
  return { reward: right / (STEPS * lanes), violations };
}

/** hold, add up to the bound, subtract down to 0, go home. */
function operate(op: number, step: number, index: number): number {
  return [index, Math.min(BOUND - 1, index + step), Math.max(0, index - step), 0][op]!;
}

function valuesOf(machine: Machine, name: 'op' | 'step' | 'index'): Uint16Array {
  const values = new Uint16Array(machine.config.knobs.lanes);
  for (const [b, place] of planesOf(machine, name).entries()) {
    const plane = machine.readPlane(place);
    for (let lane = 0; lane < values.length; lane += 1) {
      values[lane]! |= ((plane[lane >>> 5]! >>> (lane & 31)) & 1) << b;
    }
  }
  return values;
}
