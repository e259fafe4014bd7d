import { mean } from '#foundation/statistics';
import {
  adaptiveContender,
  type Contender,
  forgettingContenders,
  peerContenders,
  valueContender,
} from '../bandit/bandit-contenders.ts';
import { type BanditSize, type BanditWorld, createWorld, meansOf, type WorldKind } from '../bandit/bandit-world.ts';
import { halfWidth } from '../bandit/half-width.ts';
import { playBandit } from '../bandit/play-bandit.ts';
import type { Table } from '../suite.ts';
import { Fault } from '#foundation/kernel';
import type { Outsider } from './outsider.ts';

/** A bandit of one's own size. */
export interface VariedBandit {
  readonly size: BanditSize;
  readonly kind: WorldKind;
  readonly seed: number;
  readonly seeds: number;
  /** Which of ours and of the peers play: those whose names begin so. */
  readonly peers: readonly string[];
}

/** The regret of an outsider in a world; contexts are bits, arms count from 0. */
async function playOutsider(world: BanditWorld, outsider: Outsider): Promise<number> {
  const { rounds, arms, dimensions } = world.size;
  await outsider.ask({ type: 'start', protocol: 1, task: 'bandit', arms, dimensions, rounds });
  let regret = 0;
  for (const [segment, start] of world.starts.entries()) {
    const means = meansOf(world, segment);
    const end = world.starts[segment + 1] ?? rounds;
    for (let t = start; t < end; t += 1) {
      const x = world.contexts[t]!;
      const context = Array.from({ length: dimensions }, (_, bit) => (x >>> bit) & 1);
      const { arm } = await outsider.ask({ type: 'choose', context });
      if (typeof arm !== 'number' || !Number.isInteger(arm) || arm < 0 || arm >= arms) {
        throw new Fault('bench/failed', `${outsider.name} chose arm ${JSON.stringify(arm)}, must be 0 to ${arms - 1}`);
      }
      const own = means.subarray(x * arms, (x + 1) * arms);
      const reward = world.luck[t]! < own[arm]! ? 1 : 0;
      await outsider.ask({ type: 'learn', context, arm, reward });
      regret += Math.max(...own) - own[arm]!;
    }
  }
  return regret;
}

/** Lets ours, the peers and outsiders play the same worlds. */
export async function varyBandit(asked: VariedBandit, outsiders: readonly Outsider[]): Promise<Table> {
  const { size, kind, seeds, seed, peers } = asked;
  const own: readonly Contender[] = [
    size.changes > 0 ? adaptiveContender : valueContender,
    ...peerContenders([0.4, 0.7, 1]),
    ...(size.changes > 0 ? forgettingContenders : []),
  ];
  const chosen = own.filter(({ name }) => peers.length === 0 || peers.some((peer) => name.startsWith(peer)));
  const regrets = new Map<string, number[]>([...chosen, ...outsiders].map(({ name }) => [name, []]));
  for (let i = 0; i < seeds; i += 1) {
    const world = createWorld(size, `bench/vary/${seed}/${i}`, kind);
    for (const one of chosen) regrets.get(one.name)!.push(playBandit(world, one.make(world)).regret);
    for (const outsider of outsiders) regrets.get(outsider.name)!.push(await playOutsider(world, outsider));
  }
  return {
    title: `Regret over ${seeds} worlds`,
    columns: ['learner', 'R_T', '± 95 %', 'R_T / T'],
    rows: [...regrets].map(([name, values]) => [name, mean(values), halfWidth(values), mean(values) / size.rounds]),
  };
}
