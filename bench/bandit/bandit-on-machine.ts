import { createRng } from '#foundation/kernel';
import { cpuSecondsSince } from '../cpu-time.ts';
import { onesOf } from './bandit-learner.ts';
import { type BanditSize, type BanditWorld, createWorld } from './bandit-world.ts';
import { playBandit } from './play-bandit.ts';
import { createArmMachine } from './arm-machine.ts';
import { MachineBandit } from './machine-bandit.ts';
import { ValueExperts } from './value-experts.ts';
import { valueDefaults } from './value-knobs.ts';

/** The same learner with and without a machine between it and the world. */
export interface MachineCheck {
  readonly rounds: number;
  /** Whether both chose the same arm in every round. */
  readonly isSame: boolean;
  /** CPU nanoseconds per round: the learner alone, and through the machine. */
  readonly learnerNs: number;
  readonly machineNs: number;
  /** CPU nanoseconds of one update of a posterior. */
  readonly updateNs: number;
}

/** Plays one world twice: the choice read from the learner, and read from the output planes of a machine it has weighted. */
export function checkOnMachine(size: BanditSize, seedPath: string): MachineCheck {
  const world = createWorld(size, seedPath);
  const { dimensions, arms, rounds } = size;
  const settings = { dimensions, experts: arms, ...valueDefaults };
  const alone = new ValueExperts(settings);
  const bandit = new MachineBandit(createArmMachine(dimensions, arms), new ValueExperts(settings));
  const chosen = [alone, bandit].map((learner) => {
    const rng = createRng(`${seedPath}/pawl`);
    const arm = new Uint8Array(rounds);
    let t = 0;
    const run = playBandit(world, {
      choose(ones, count) {
        arm[t] = learner.choose(ones, count, rng);
        t += 1;
        return arm[t - 1]!;
      },
      learn: (ones, count, expert, reward) => learner.learn(ones, count, expert, reward),
    });
    return { arm, ns: (run.cpuSeconds * 1e9) / rounds };
  });
  return {
    rounds,
    isSame: chosen[0]!.arm.every((arm, t) => arm === chosen[1]!.arm[t]),
    learnerNs: chosen[0]!.ns,
    machineNs: chosen[1]!.ns,
    updateNs: timeUpdates(world, new ValueExperts(settings), chosen[0]!.arm),
  };
}

/** CPU nanoseconds of one update, over all rounds with the arms that were played. */
function timeUpdates({ contexts, luck, size }: BanditWorld, values: ValueExperts, arms: Uint8Array): number {
  const ones = new Int32Array(size.dimensions);
  const elapsed = cpuSecondsSince();
  for (let t = 0; t < size.rounds; t += 1) {
    values.learn(ones, onesOf(contexts[t]!, ones), arms[t]!, luck[t]! < 0.5 ? 1 : 0);
  }
  return (elapsed() * 1e9) / size.rounds;
}
