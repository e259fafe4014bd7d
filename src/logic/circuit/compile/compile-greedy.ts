import { type Circuit, firstGate } from '../graph/circuit.ts';
import { coneOf } from '../structure/structure.ts';

/**
 * The live gates by list scheduling: of those that are ready, the one that ends most values and begins fewest, else the
 * one whose operands were touched last.
 *
 *     worth(gate) = Σ over operands of  1 for its last use, −½ for an input not touched yet, + up to ⅕ for a recent touch
 *
 * It takes quadratic time at worst, and beats depth first only on small circuits, where it saves a tenth of the loads.
 */
export function greedyOrder(circuit: Circuit): Int32Array {
  return new ListScheduler(circuit).run();
}

class ListScheduler {
  private readonly circuit: Circuit;
  private readonly first: number;
  private readonly uses: Int32Array;
  private readonly waits: Uint8Array;
  private readonly users: number[][];
  private readonly touched: Int32Array;
  private readonly ready: number[] = [];

  constructor(circuit: Circuit) {
    const { left, right, nodeCount } = circuit;
    this.circuit = circuit;
    this.first = firstGate(circuit);
    this.uses = new Int32Array(nodeCount);
    this.waits = new Uint8Array(nodeCount);
    this.touched = new Int32Array(nodeCount).fill(-1);
    this.users = Array.from({ length: nodeCount }, () => []);
    const isLive = coneOf(circuit);
    for (let node = this.first; node < nodeCount; node += 1) {
      if (isLive[node] === 0) continue;
      this.connect(left[node]! >>> 1, node);
      this.connect(right[node]! >>> 1, node);
      if (this.waits[node] === 0) this.ready.push(node);
    }
  }

  run(): Int32Array {
    const { left, right } = this.circuit;
    const order: number[] = [];
    while (this.ready.length > 0) {
      const node = this.takeBest();
      this.touch(left[node]! >>> 1, order.length);
      this.touch(right[node]! >>> 1, order.length);
      this.touched[node] = order.length;
      order.push(node);
      for (const user of this.users[node]!) {
        this.waits[user] = this.waits[user]! - 1;
        if (this.waits[user] === 0) this.ready.push(user);
      }
    }
    return Int32Array.from(order);
  }

  private connect(operand: number, node: number): void {
    this.uses[operand] = this.uses[operand]! + 1;
    if (operand < this.first) return;
    this.users[operand]!.push(node);
    this.waits[node] = this.waits[node]! + 1;
  }

  private takeBest(): number {
    const { ready } = this;
    const { left, right } = this.circuit;
    let best = 0;
    let highest = -Infinity;
    for (let i = 0; i < ready.length; i += 1) {
      const worth = this.worth(left[ready[i]!]! >>> 1) + this.worth(right[ready[i]!]! >>> 1);
      if (worth > highest) {
        highest = worth;
        best = i;
      }
    }
    const node = ready[best]!;
    ready[best] = ready[ready.length - 1]!;
    ready.pop();
    return node;
  }

  private worth(operand: number): number {
    const isHeld = operand >= this.first || this.touched[operand]! >= 0;
    const recent = (this.touched[operand]! + 1) / (5 * this.circuit.nodeCount);
    if (this.uses[operand] === 1) return recent + (isHeld ? 1 : 0);
    return recent - (isHeld ? 0 : 0.5);
  }

  private touch(operand: number, time: number): void {
    this.uses[operand] = this.uses[operand]! - 1;
    this.touched[operand] = time;
  }
}
