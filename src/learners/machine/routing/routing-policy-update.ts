import { groupAdvantages, mayTeach, mean } from '#foundation/statistics';
import type { Machine } from '../representation/machine/machine.ts';
import { samplingShares } from '../representation/step/pick-sampled.ts';
import { type MirrorKnobs, logDistribution, mirrorStep } from './mirror-step.ts';
import { policyDivergence } from './policy-divergence.ts';
import { RegretLog } from './regret-log.ts';

/** One pick and what it led to. */
export interface PickEpisode {
  readonly key: Uint32Array;
  readonly expert: string;
  /** Lanes that began with the same observation share a group. */
  readonly group: string;
  /** The return, in [0, 1], and the best there was, if known; it may differ within a group, but not with the pick. */
  readonly reward: number;
  readonly optimum?: number;
}

/** A batch of episodes under the policy that made them. */
export interface PickBatch {
  readonly episodes: readonly PickEpisode[];
  /** Sampling shares by key at the time. */
  readonly policy: ReadonlyMap<string, readonly number[]>;
}

export interface RoutingUpdateKnobs extends MirrorKnobs {
  /** γ of EXP3-IX: added to a share before dividing by it, so that rare picks do not shout. */
  readonly implicit: number;
  /** KL_max and A_min of the off-policy mask; the machine's own where they are absent. */
  readonly divergenceMax?: number;
  readonly advantageMin?: number;
}

/** What an update did. */
export interface RoutingUpdateReport {
  readonly used: number;
  readonly masked: number;
  /** KL(π_old ‖ π_new) between the batch's policy and the policy before the update, and before and after it. */
  readonly staleness: number;
  readonly moved: number;
}

const routingUpdateDefaults: RoutingUpdateKnobs = { rate: 0.5, share: 0.01, trust: 0.5, implicit: 0.02 };

/**
 * Updates the routing policy of a machine. Returns become advantages within their group, the off-policy mask drops what is stale and bad, and the
 * rest moves w[key, e] by mirror descent on importance-weighted gains.
 *
 *     ĝ_e = mean over episodes at the key of 1[e picked] · A / (π_old(e) + γ_IX)
 *
 * @source EXP3-IX: Neu 2015, arXiv:1506.03271; group-relative advantages: Shao et al. 2024, arXiv:2402.03300
 */
export class RoutingPolicyUpdate {
  readonly regret = new RegretLog();
  private readonly machine: Machine;
  private readonly knobs: RoutingUpdateKnobs;
  private readonly ids: readonly string[];
  private readonly mask: Pick<RoutingUpdateKnobs, 'divergenceMax' | 'advantageMin'>;

  /** `experts` are the candidates of every key. */
  constructor(machine: Machine, experts: readonly string[], knobs: Partial<RoutingUpdateKnobs> = {}) {
    this.machine = machine;
    this.ids = experts;
    this.knobs = { ...routingUpdateDefaults, ...knobs };
    const { divergenceMax, advantageMin } = this.knobs;
    this.mask = {
      ...(divergenceMax === undefined ? {} : { divergenceMax }),
      ...(advantageMin === undefined ? {} : { advantageMin }),
    };
  }

  /** The sampling shares of the experts at a key, now. */
  sharesAt(key: Uint32Array): number[] {
    return samplingShares(Float64Array.from(this.weightsAt(key)), this.machine.config.knobs.explorationFloor);
  }

  /** Gathers episodes with the policy of this moment, which is the one that made them. */
  batch(episodes: readonly PickEpisode[]): PickBatch {
    return { episodes, policy: this.policyAt(keysOf(episodes)) };
  }

  /** Learns from a batch. Weights of keys that no used episode visited stay. */
  update({ episodes, policy }: PickBatch): RoutingUpdateReport {
    const { divergenceMax, advantageMin } = { ...this.machine.config.knobs, ...this.mask };
    this.regret.add(episodes.map(missed));
    const advantages = advantagesOf(episodes);
    const keys = keysOf(episodes);
    const visits = new Map([...keys].map(([name, { members }]) => [name, members.length]));
    const before = this.policyAt(keys);
    const staleness = divergence(policy, before, visits);
    let used = 0;
    for (const [name, { key, members }] of keys) {
      const here = members
        .map((i) => ({ episode: episodes[i]!, advantage: advantages[i]! }))
        .filter(({ advantage }) => mayTeach({ divergence: staleness, advantage }, { divergenceMax, advantageMin }));
      used += here.length;
      if (here.length > 0) this.move(key, policy.get(name)!, here);
    }
    const after = this.policyAt(keys);
    return {
      used,
      masked: episodes.length - used,
      staleness,
      moved: divergence(before, after, visits),
    };
  }

  private move(
    key: Uint32Array,
    shares: readonly number[],
    here: readonly { readonly episode: PickEpisode; readonly advantage: number }[],
  ): void {
    const gains = this.ids.map((id, e) =>
      mean(
        here.map(({ episode, advantage }) =>
          episode.expert === id ? advantage / (shares[e]! + this.knobs.implicit) : 0,
        ),
      ),
    );
    const weights = mirrorStep(logDistribution(this.weightsAt(key)), gains, this.knobs);
    for (const [e, id] of this.ids.entries()) this.machine.setWeight(key, id, weights[e]!);
  }

  private policyAt(keys: ReturnType<typeof keysOf>): Map<string, number[]> {
    return new Map([...keys].map(([name, { key }]) => [name, this.sharesAt(key)]));
  }

  private weightsAt(key: Uint32Array): number[] {
    return this.ids.map((id) => this.machine.weightOf(key, id));
  }
}

function missed({ reward, optimum = 1 }: PickEpisode): number {
  return optimum - reward;
}

/** Advantages in the order of the episodes, normalised within each group. */
function advantagesOf(episodes: readonly PickEpisode[]): number[] {
  const groups = new Map<string, number[]>();
  for (const [i, { group }] of episodes.entries()) {
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [i]);
    else members.push(i);
  }
  const advantages = new Array<number>(episodes.length).fill(0);
  for (const members of groups.values()) {
    const normalised = groupAdvantages(members.map((i) => -missed(episodes[i]!)));
    for (const [m, i] of members.entries()) advantages[i] = normalised[m]!;
  }
  return advantages;
}

/** The keys of the episodes by name, each with the places of its episodes. */
function keysOf(
  episodes: readonly PickEpisode[],
): Map<string, { readonly key: Uint32Array; readonly members: number[] }> {
  const keys = new Map<string, { readonly key: Uint32Array; readonly members: number[] }>();
  for (const [i, { key }] of episodes.entries()) {
    const name = key.join();
    const found = keys.get(name);
    if (found === undefined) keys.set(name, { key, members: [i] });
    else found.members.push(i);
  }
  return keys;
}

function divergence(
  old: ReadonlyMap<string, readonly number[]>,
  now: ReadonlyMap<string, readonly number[]>,
  visits: ReadonlyMap<string, number>,
): number {
  return policyDivergence([...visits].map(([name, n]) => ({ old: old.get(name)!, now: now.get(name)!, visits: n })));
}
