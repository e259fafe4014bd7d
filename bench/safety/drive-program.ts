import type { Machine } from '#learners/machine/representation/machine';
import { createRng, type Rng } from '#foundation/kernel';
import { BOUND, planesOf } from './bounded-index.ts';
import { cpuSecondsSince } from '../cpu-time.ts';

/**
 * Planes of the operation, then of the step width: hold 7/32, add 21/32, subtract 15/128, home 1/128, so that indices live near the
 * bound, where a mistake would show.
 */
export function drawCommands(rng: Rng, words: number): Int32Array[] {
  const draw = (make: () => number): Int32Array => Int32Array.from({ length: words }, make);
  const any = (): number => rng.uint32();
  const high = draw(() => any() & any() & any());
  const low = high.map((word) => (~word & (any() | any())) | (word & any() & any() & any() & any()));
  return [low, high, draw(any), draw(any), draw(any), draw(any)];
}

/** Runs the program step by step, with commands drawn for each step, and watches every lane after each of them from outside. */
export class ProgramDriver {
  violations = 0;
  machineSteps = 0;
  private machine: Machine;
  private readonly inputs: readonly number[];
  private readonly index: readonly number[];
  private readonly rng: Rng;
  private readonly words: number;

  constructor(machine: Machine, seedPath: string) {
    this.rng = createRng(`${seedPath}/commands`);
    this.words = machine.config.knobs.lanes / 32;
    this.machine = machine;
    this.inputs = [...planesOf(machine, 'op'), ...planesOf(machine, 'step')];
    this.index = planesOf(machine, 'index');
  }

  /** Goes on with another machine of the same planes. */
  follow(machine: Machine): void {
    this.machine = machine;
  }

  run(steps: number): void {
    for (let i = 0; i < steps; i += 1) {
      const commands = drawCommands(this.rng, this.words);
      for (const [p, plane] of this.inputs.entries()) this.machine.writePlane(plane, commands[p]!);
      this.machine.step();
      this.machineSteps += 1;
      this.watch();
    }
  }

  /** CPU nanoseconds of so many steps with the commands held; nobody watches between them, so they do not count as steps of the run. */
  time(steps: number): number {
    const cpuSeconds = cpuSecondsSince();
    for (let i = 0; i < steps; i += 1) this.machine.step();
    const seconds = cpuSeconds();
    this.watch();
    return 1e9 * seconds;
  }

  /** Counts lanes whose index is at or above the bound, word by word: index ≥ BOUND by comparing from the highest bit down. */
  private watch(): void {
    const planes = this.index.map((plane) => this.machine.readPlane(plane));
    for (let w = 0; w < planes[0]!.length; w += 1) {
      let equal = -1;
      let above = 0;
      for (let bit = planes.length - 1; bit >= 0; bit -= 1) {
        const word = planes[bit]![w]!;
        if (((BOUND >>> bit) & 1) === 1) equal &= word;
        else {
          above |= equal & word;
          equal &= ~word;
        }
      }
      for (let rest = above | equal; rest !== 0; rest &= rest - 1) this.violations += 1;
    }
  }
}
