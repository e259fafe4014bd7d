import type { Network } from './network.ts';

export interface WindowLimits {
  /** Signals offered to express a node by. */
  readonly divisors: number;
  /** Gates above a node through which a change is followed. */
  readonly fanout: number;
}

/** The surroundings of a node that resubstitution looks at. */
export interface Window {
  /** Nodes that do not depend on the node and outlive it, nearest first. */
  readonly divisors: number[];
  /** Gates that depend on the node, topologically ordered, up to where the look ends. */
  readonly above: number[];
  /** Which of `above`, or the node itself, are seen from outside. */
  readonly boundary: number[];
}

/**
 * Collects windows. Only nodes outside the node's whole transitive fanout may be divisors, so no loop can arise.
 *
 * @source Mishchenko, Brayton, Jiang & Jang, DAC 2009: windows for don't-care-based resubstitution
 */
export class Windows {
  private inFanout = new Int32Array(0);
  private seen = new Int32Array(0);
  private epoch = 0;
  private readonly network: Network;
  private readonly limits: WindowLimits;

  constructor(network: Network, limits: WindowLimits) {
    this.network = network;
    this.limits = limits;
  }

  /** `freed` are the gates that go when the node goes. `position` orders gates topologically. */
  around(node: number, freed: readonly number[], position: Int32Array): Window {
    this.begin();
    this.markFanout(node);
    const above = this.collectAbove(node, position);
    return { divisors: this.collectDivisors(node, freed), above, boundary: this.boundaryOf(node, above) };
  }

  private begin(): void {
    if (this.seen.length < this.network.count) {
      this.inFanout = new Int32Array(2 * this.network.count);
      this.seen = new Int32Array(2 * this.network.count);
      this.epoch = 0;
    }
    this.epoch += 1;
  }

  private markFanout(node: number): void {
    const { inFanout, epoch, network } = this;
    const stack = [node];
    inFanout[node] = epoch;
    while (stack.length > 0) {
      for (const user of network.users[stack.pop()!]!) {
        if (user < 0 || inFanout[user] === epoch) continue;
        inFanout[user] = epoch;
        stack.push(user);
      }
    }
  }

  private collectAbove(node: number, position: Int32Array): number[] {
    const above: number[] = [];
    const members = new Set([node]);
    let front = [node];
    while (front.length > 0 && above.length < this.limits.fanout) {
      const next: number[] = [];
      for (const below of front) {
        for (const user of this.network.users[below]!) {
          if (user < 0 || members.has(user) || above.length >= this.limits.fanout) continue;
          members.add(user);
          above.push(user);
          next.push(user);
        }
      }
      front = next;
    }
    return above.sort((a, b) => position[a]! - position[b]!);
  }

  private boundaryOf(node: number, above: readonly number[]): number[] {
    const members = new Set(above);
    return [node, ...above].filter((member) =>
      this.network.users[member]!.some((user) => user < 0 || !members.has(user)),
    );
  }

  private collectDivisors(node: number, freed: readonly number[]): number[] {
    const { network, seen, inFanout, epoch } = this;
    const isFreed = new Set(freed);
    const divisors: number[] = [];
    const queue = [node];
    seen[node] = epoch;
    const offer = (other: number): void => {
      if (other <= 0 || seen[other] === epoch || inFanout[other] === epoch) return;
      seen[other] = epoch;
      queue.push(other);
      if (!isFreed.has(other)) divisors.push(other);
    };
    for (let at = 0; at < queue.length && divisors.length < this.limits.divisors; at += 1) {
      const from = queue[at]!;
      if (network.isGate(from)) {
        offer(network.left[from]! >>> 1);
        offer(network.right[from]! >>> 1);
      }
      const users = network.users[from]!;
      if (users.length > 20) continue;
      for (const user of users) offer(user);
    }
    return divisors.slice(0, this.limits.divisors);
  }
}
