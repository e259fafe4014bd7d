import { Fault } from '#kernel';
import { type Circuit, firstGate, NodeKind } from '../graph/circuit.ts';
import { type Edge, FALSE, TRUE } from '../graph/edge.ts';
import { BddStore, OVERFLOW } from './bdd-store.ts';
import { createBuilder } from '../graph/builder.ts';
import { cleanup } from '../structure/graft.ts';
import { inputOrder } from './input-order.ts';

/**
 * A reduced ordered binary decision diagram with complemented edges. Node 0 is false; node n tests input
 * `order[levels[n]]` and goes to `low[n]` or `high[n]`, whose levels are larger. `high` edges are never complemented,
 * so equal functions are equal edges. Successors come before their node.
 */
export interface Bdd {
  readonly inputCount: number;
  readonly order: readonly number[];
  readonly levels: Int32Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly roots: readonly Edge[];
}

export interface BddOptions {
  /** Nodes at most, garbage included; 1,000,000 unless told. */
  readonly nodeLimit?: number;
  /** Inputs from the root down; by default in the order a depth-first walk from the outputs meets them. */
  readonly order?: readonly number[];
}

export type BddAnswer = { readonly kind: 'built'; readonly bdd: Bdd } | { readonly kind: 'too-large' };

/** The recursion is as deep as there are levels; more would overflow the stack. */
const MAX_LEVELS = 4096;

/**
 * Builds the diagram of every output gate by gate. Too many nodes, or more than 4,096 inputs, is an answer.
 *
 * @source Bryant 1986; complemented edges: Brace, Rudell & Bryant 1990
 */
export function bddOf(circuit: Circuit, options: BddOptions = {}): BddAnswer {
  const { nodeLimit = 1_000_000, order = inputOrder(circuit) } = options;
  if (circuit.inputCount > MAX_LEVELS) return { kind: 'too-large' };
  if (order.length !== circuit.inputCount || new Set(order).size !== order.length || !order.every((i) => i in order)) {
    throw new Fault('circuit/bad-input', `an order must name each of the ${circuit.inputCount} inputs once`);
  }
  const store = new BddStore(nodeLimit);
  const edges = new Int32Array(circuit.nodeCount);
  for (const [level, input] of order.entries()) {
    const edge = store.node(level, FALSE, TRUE);
    if (edge === OVERFLOW) return { kind: 'too-large' };
    edges[input + 1] = edge;
  }
  const { kinds, left, right, nodeCount } = circuit;
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    const a = edges[left[node]! >>> 1]! ^ (left[node]! & 1);
    const b = edges[right[node]! >>> 1]! ^ (right[node]! & 1);
    const edge = kinds[node] === NodeKind.and ? store.and(a, b) : store.xor(a, b);
    if (edge === OVERFLOW) return { kind: 'too-large' };
    edges[node] = edge;
  }
  const roots = circuit.outputs.map((edge) => edges[edge >>> 1]! ^ (edge & 1));
  return { kind: 'built', bdd: { inputCount: circuit.inputCount, order, ...store.columns(), roots } };
}

/** Nodes the roots reach, without the terminal. */
export function bddSize({ low, high, roots }: Bdd): number {
  const seen = new Set<number>([0]);
  const stack = roots.map((edge) => edge >>> 1);
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (seen.has(node)) continue;
    seen.add(node);
    stack.push(low[node]! >>> 1, high[node]! >>> 1);
  }
  return seen.size - 1;
}

/** How many of the 2ⁿ assignments satisfy each root. */
export function countModels({ inputCount, low, high, roots }: Bdd): bigint[] {
  const all = 1n << BigInt(inputCount);
  const counts: bigint[] = [0n];
  const countOf = (edge: Edge): bigint => ((edge & 1) === 1 ? all - counts[edge >>> 1]! : counts[edge >>> 1]!);
  for (let node = 1; node < low.length; node += 1) counts.push((countOf(low[node]!) + countOf(high[node]!)) / 2n);
  return roots.map(countOf);
}

/** One multiplexer per node. */
export function circuitFromBdd({ inputCount, order, levels, low, high, roots }: Bdd): Circuit {
  const builder = createBuilder();
  const inputs = builder.inputs(inputCount);
  const edges = new Int32Array(low.length);
  const edgeAt = (edge: Edge): Edge => edges[edge >>> 1]! ^ (edge & 1);
  for (let node = 1; node < low.length; node += 1) {
    edges[node] = builder.mux(inputs[order[levels[node]!]!]!, edgeAt(high[node]!), edgeAt(low[node]!));
  }
  return cleanup(builder.build(roots.map(edgeAt)));
}
