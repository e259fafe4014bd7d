import type { Rng } from '#foundation/kernel';
import type { Machine } from '#learners/machine/representation/machine';
import { grayEncode } from '#learners/machine/representation/route';
import { armId, createArmMachine } from './arm-machine.ts';
import { type PickEpisode, RoutingPolicyUpdate, type RoutingUpdateKnobs } from '#learners/machine/routing';

/** Posteriors that choose by one of several rules and learn from every outcome, whoever chose. */
export interface ValueBank {
  /** What the best choice pays in a context, by its own lights. */
  highestAt(ones: Int32Array, count: number): number;
  choose(ones: Int32Array, count: number, rng: Rng, rule?: number): number;
  learn(ones: Int32Array, count: number, expert: number, reward: number): void;
}

/** An expert of the routing policy: a bank, and the rule by which it chooses. */
export interface ValueAdviser {
  readonly bank: ValueBank;
  readonly rule: number;
}

export interface RoutedValueKnobs extends RoutingUpdateKnobs {
  /** Context bits that make the routing key. */
  readonly keyBits: number;
  /** Rounds that make a batch. */
  readonly batch: number;
}

/** What the mid path did: batches, episodes used and masked, the divergence of the policy before and after, summed. */
export interface RoutingRecord {
  updates: number;
  used: number;
  masked: number;
  moved: number;
  /** Σ (what the best choice was foreseen to pay − what was paid): the learner's own estimate of its regret. */
  ownRegret: number;
  /** How often each adviser was picked. */
  readonly picks: number[];
}

/**
 * Value experts under the mid path. In each round the routing policy at the key of the context picks an adviser, which picks
 * the arm; every bank learns the outcome. A batch of rounds then moves the weights of its keys. What a pick is credited with is
 * its outcome less the best that the first bank foresees, which does not depend on the pick and so only takes the context's share of the luck away.
 */
export class RoutedValues {
  readonly record: RoutingRecord;
  private readonly advisers: readonly ValueAdviser[];
  private readonly banks: readonly ValueBank[];
  private readonly machine: Machine;
  private readonly policyUpdate: RoutingPolicyUpdate;
  private readonly knobs: RoutedValueKnobs;
  private readonly ids: readonly string[];
  private readonly keys: readonly Uint32Array[];
  private shares: (readonly number[] | undefined)[];
  private episodes: PickEpisode[] = [];
  private key = 0;
  private picked = 0;

  constructor(advisers: readonly ValueAdviser[], knobs: RoutedValueKnobs) {
    this.advisers = advisers;
    this.banks = [...new Set(advisers.map(({ bank }) => bank))];
    this.machine = createArmMachine(knobs.keyBits, advisers.length, 'routed-values');
    this.knobs = knobs;
    this.ids = advisers.map((_, i) => armId(i));
    this.policyUpdate = new RoutingPolicyUpdate(this.machine, this.ids, knobs);
    const words = this.machine.config.knobs.codeBits / 32;
    this.keys = Array.from({ length: 2 ** knobs.keyBits }, (_, bits) => {
      const binary = new Uint32Array(words);
      binary[0] = bits;
      return grayEncode(binary, new Uint32Array(words));
    });
    this.shares = this.keys.map(() => undefined);
    this.record = { updates: 0, used: 0, masked: 0, moved: 0, ownRegret: 0, picks: advisers.map(() => 0) };
  }

  choose(ones: Int32Array, count: number, rng: Rng): number {
    this.key = keyOf(ones, count, this.knobs.keyBits);
    const shares = (this.shares[this.key] ??= this.policyUpdate.sharesAt(this.keys[this.key]!));
    this.picked = rng.weighted(shares);
    this.record.picks[this.picked]! += 1;
    const { bank, rule } = this.advisers[this.picked]!;
    return bank.choose(ones, count, rng, rule);
  }

  learn(ones: Int32Array, count: number, expert: number, reward: number): void {
    const key = this.keys[this.key]!;
    const optimum = this.banks[0]!.highestAt(ones, count);
    this.episodes.push({ key, expert: this.ids[this.picked]!, group: String(this.key), reward, optimum });
    for (const each of this.banks) each.learn(ones, count, expert, reward);
    if (this.episodes.length === this.knobs.batch) this.update();
  }

  private update(): void {
    const { record } = this;
    const { used, masked, moved } = this.policyUpdate.update(this.policyUpdate.batch(this.episodes));
    this.episodes = [];
    this.shares = this.keys.map(() => undefined);
    record.updates += 1;
    record.used += used;
    record.masked += masked;
    record.moved += moved;
    record.ownRegret = this.policyUpdate.regret.regret;
  }
}

/** The lowest bits of a context as a number. */
function keyOf(ones: Int32Array, count: number, bits: number): number {
  let key = 0;
  for (let i = 0; i < count; i += 1) if (ones[i]! < bits) key += 2 ** ones[i]!;
  return key;
}
