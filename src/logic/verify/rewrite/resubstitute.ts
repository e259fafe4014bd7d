import { type Circuit, type Edge, NodeKind } from '#logic/circuit/graph';
import { createRng } from '#foundation/kernel';
import type { Network, Weights } from './network.ts';
import { NodeValues } from './node-values.ts';
import { ResubProof } from './resub-proof.ts';
import { type Expression, findExpression, LAST } from './resub-search.ts';
import { type Window, type WindowLimits, Windows } from './window.ts';

export interface ResubOptions {
  readonly weights: Weights;
  /** Whether XORs may be made. */
  readonly xor: boolean;
  readonly limits: WindowLimits;
  /** Conflicts spent on one replacement before it is left alone. */
  readonly maxConflicts: number;
  /** Replacements tried a node. */
  readonly tries: number;
  /** Conflicts spent in all. */
  readonly totalConflicts: number;
  readonly care?: Circuit | undefined;
  /** Asked before each node; true ends the pass. */
  readonly shouldStop?: () => boolean;
}

/**
 * One pass of resubstitution with don't-cares: a node may be expressed by other nodes, so that the gates which only it
 * needed go.
 *
 * Patterns propose and the solver disposes: an expression that fits all simulated patterns on which the node can be
 * observed is checked by SAT, and a counterexample becomes a pattern. Returns by how many gates the network shrank.
 *
 * @source Lee, Riener, Mishchenko, Brayton & De Micheli, TCAD 2022 (simulation-guided); Mishchenko et al., DAC 2009 (don't-cares)
 */
export function resubstitute(network: Network, options: ResubOptions): number {
  const before = network.size;
  const pass = new ResubPass(network, options);
  for (const node of network.order()) {
    if (network.isGate(node)) pass.visit(node);
    if (pass.isSpent || options.shouldStop?.() === true) break;
  }
  return before - network.size;
}

class ResubPass {
  private readonly network: Network;
  private readonly options: ResubOptions;
  private readonly values: NodeValues;
  private readonly windows: Windows;
  private readonly proof: ResubProof;
  private order: number[] = [];
  private position = new Int32Array(0);
  private readonly on: Int32Array;
  private readonly off: Int32Array;

  constructor(network: Network, options: ResubOptions) {
    this.network = network;
    this.options = options;
    this.values = new NodeValues(network, {
      rng: createRng('verify/resubstitute'),
      randomWords: 24,
      learntWords: 16,
      care: options.care,
    });
    this.windows = new Windows(network, options.limits);
    this.proof = new ResubProof(network, options.care);
    this.on = new Int32Array(this.values.words);
    this.off = new Int32Array(this.values.words);
    this.reorder();
  }

  get isSpent(): boolean {
    return this.proof.conflicts > this.options.totalConflicts;
  }

  visit(node: number): void {
    const { network, options } = this;
    const freed: number[] = [];
    const saved = network.dereference(node, options.weights, freed);
    network.reference(node);
    const window = this.windows.around(node, freed, this.position);
    for (let attempt = 0; attempt < options.tries; attempt += 1) {
      this.observe(node, window);
      const expression = findExpression({
        divisors: window.divisors,
        values: this.values.values,
        words: this.values.words,
        on: this.on,
        off: this.off,
        budget: saved - 1,
        andCost: options.weights[NodeKind.and]!,
        xorCost: options.xor ? options.weights[NodeKind.xor]! : Infinity,
      });
      if (expression === undefined) return;
      const verdict = this.proof.check(node, window, expression, options.maxConflicts);
      if (verdict.answer === 'unknown') return;
      if (verdict.answer === 'hidden') {
        this.apply(node, window, expression);
        return;
      }
      this.values.learn((input) => verdict.model[input + 1] === 1, this.order);
    }
  }

  /** Sets `on` and `off`: patterns on which the node is 1 or 0 and a change of it reaches the boundary. */
  private observe(node: number, window: Window): void {
    const { values, words, cared } = this.values;
    const isDirect = window.boundary.includes(node);
    const seen = isDirect ? undefined : this.propagateFlip(node, window);
    for (let w = 0; w < words; w += 1) {
      const care = cared[w]! & (seen === undefined ? -1 : seen[w]!);
      const v = values[node * words + w]!;
      this.on[w] = care & v;
      this.off[w] = care & ~v;
    }
  }

  private propagateFlip(node: number, window: Window): Int32Array {
    const { network } = this;
    const { values, words } = this.values;
    const slots = new Map<number, number>([[node, 0]]);
    const flipped = new Int32Array((window.above.length + 1) * words);
    for (let w = 0; w < words; w += 1) flipped[w] = ~values[node * words + w]!;
    for (const [k, gate] of window.above.entries()) {
      const a = network.left[gate]!;
      const b = network.right[gate]!;
      const slotA = slots.get(a >>> 1);
      const slotB = slots.get(b >>> 1);
      const fromA = slotA === undefined ? values : flipped;
      const fromB = slotB === undefined ? values : flipped;
      const atA = (slotA ?? a >>> 1) * words;
      const atB = (slotB ?? b >>> 1) * words;
      const isAnd = network.kinds[gate] === NodeKind.and;
      const to = (k + 1) * words;
      for (let w = 0; w < words; w += 1) {
        const x = fromA[atA + w]! ^ -(a & 1);
        const y = fromB[atB + w]! ^ -(b & 1);
        flipped[to + w] = isAnd ? x & y : x ^ y;
      }
      slots.set(gate, k + 1);
    }
    const seen = new Int32Array(words);
    for (const gate of window.boundary) {
      const from = slots.get(gate)! * words;
      for (let w = 0; w < words; w += 1) seen[w] = seen[w]! | (flipped[from + w]! ^ values[gate * words + w]!);
    }
    return seen;
  }

  private apply(node: number, window: Window, { gates, output }: Expression): void {
    const { network } = this;
    const first = network.count;
    const edges: Edge[] = [];
    const read = (edge: number): Edge => {
      if (edge >= 0) return edge;
      return edge === LAST ? edges.at(-1)! : edges.at(-1)! ^ 1;
    };
    for (const { xor, a, b } of gates) edges.push(xor ? network.xor(read(a), read(b)) : network.and(read(a), read(b)));
    network.replace(node, read(output));
    this.reorder();
    this.proof.commit(window, edges, first, this.order);
    this.values.reserve();
    const above = new Set(window.above);
    for (const gate of this.order) if (gate >= first || above.has(gate)) this.values.compute(gate);
    this.proof.tidy(this.order);
  }

  private reorder(): void {
    this.order = this.network.order();
    if (this.position.length < this.network.count) this.position = new Int32Array(2 * this.network.count);
    for (const [at, node] of this.order.entries()) this.position[node] = at;
  }
}
