import { type Circuit, evaluate, NodeKind } from '#logic/circuit/graph';
import type { Rng } from '#foundation/kernel';
import type { Network } from './network.ts';

/**
 * Values of all nodes of a network on a growing set of input patterns: node n has words
 * `values[n·words … (n+1)·words)`, one pattern a bit. Random patterns come first; the last words are filled one
 * counterexample at a time and then over again.
 *
 * @source Lee, Riener, Mishchenko, Brayton & De Micheli, TCAD 2022, simulation-guided resubstitution
 */
export class NodeValues {
  readonly words: number;
  values: Int32Array;
  /** Patterns in the care set. */
  readonly cared: Int32Array;
  private lane = 0;
  private readonly randomWords: number;
  private readonly network: Network;
  private readonly care: Circuit | undefined;

  constructor(
    network: Network,
    options: { rng: Rng; randomWords: number; learntWords: number; care?: Circuit | undefined },
  ) {
    this.network = network;
    this.care = options.care;
    this.randomWords = options.randomWords;
    this.words = options.randomWords + options.learntWords;
    this.values = new Int32Array(0);
    this.cared = new Int32Array(this.words).fill(-1);
    this.reserve();
    for (let i = 1; i <= network.inputCount; i += 1) {
      for (let w = 0; w < this.randomWords; w += 1) this.values[i * this.words + w] = options.rng.uint32();
    }
    for (const node of network.order()) this.compute(node);
    for (let w = 0; w < this.words; w += 1) this.careAbout(w);
  }

  /** Makes room for nodes that the network made since. */
  reserve(): void {
    if (this.values.length >= this.network.count * this.words) return;
    const grown = new Int32Array(2 * this.network.count * this.words);
    grown.set(this.values);
    this.values = grown;
  }

  /** Computes one gate from its fanins in all patterns. */
  compute(node: number): void {
    for (let w = 0; w < this.words; w += 1) this.computeWord(node, w);
  }

  /** Adds a pattern: `bit(i)` is the value of input i. */
  learn(bit: (input: number) => boolean, order: readonly number[]): void {
    const w = this.randomWords + (this.lane >>> 5);
    const mask = 1 << (this.lane & 31);
    this.lane = (this.lane + 1) % (32 * (this.words - this.randomWords));
    for (let i = 0; i < this.network.inputCount; i += 1) {
      const at = (i + 1) * this.words + w;
      this.values[at] = bit(i) ? this.values[at]! | mask : this.values[at]! & ~mask;
    }
    for (const node of order) this.computeWord(node, w);
    this.careAbout(w);
  }

  private computeWord(node: number, w: number): void {
    const { values, words, network } = this;
    const a = network.left[node]!;
    const b = network.right[node]!;
    const x = values[(a >>> 1) * words + w]! ^ -(a & 1);
    const y = values[(b >>> 1) * words + w]! ^ -(b & 1);
    values[node * words + w] = network.kinds[node] === NodeKind.and ? x & y : x ^ y;
  }

  private careAbout(w: number): void {
    if (this.care === undefined) return;
    const inputs = Int32Array.from(
      { length: this.network.inputCount },
      (_, i) => this.values[(i + 1) * this.words + w]!,
    );
    this.cared[w] = evaluate(this.care, inputs)[0]!;
  }
}
