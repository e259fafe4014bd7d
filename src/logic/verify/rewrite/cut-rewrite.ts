import { type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import type { Chain } from '../synthesis/chain.ts';
import { npnTable, npnTransform, type NpnTransform } from '../synthesis/npn.ts';
import { ConeTables } from './cone-table.ts';
import { Cuts } from './cuts.ts';
import type { Library } from './library.ts';
import { Network, type Weights } from './network.ts';

export interface RewriteOptions {
  readonly library: Library;
  readonly weights: Weights;
  /** Also changes what costs the same: it opens the way for later gains. */
  readonly zeroGain: boolean;
  /** Asked before each node; true ends the pass. */
  readonly shouldStop?: () => boolean;
}

interface Choice {
  gain: number;
  chain: Chain | undefined;
  leaves: Edge[];
  complement: 0 | 1;
}

/**
 * One pass of DAG-aware cut rewriting: every node, over each of its four-input cuts, may be rebuilt as one of the
 * smallest structures of its class.
 *
 *     gain = cost of the gates that only this node needed − cost of the gates to add that are not there already
 *
 * The best positive gain is taken, in topological order. Returns the change of the number of gates.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006, DAG-aware AIG rewriting; over XAGs: Riener et al., DATE 2019
 */
export function rewriteCuts(network: Network, options: RewriteOptions): number {
  const before = network.size;
  const rewriter = new CutRewriter(network, options);
  for (const node of network.order()) {
    if (options.shouldStop?.() === true) break;
    if (network.isGate(node)) rewriter.visit(node);
  }
  return before - network.size;
}

class CutRewriter {
  private readonly cuts: Cuts;
  private readonly tables: ConeTables;
  private readonly npn = npnTable();
  private readonly edges: number[] = [];
  private readonly network: Network;
  private readonly options: RewriteOptions;

  constructor(network: Network, options: RewriteOptions) {
    this.network = network;
    this.options = options;
    this.cuts = new Cuts(network);
    this.tables = new ConeTables(network);
  }

  visit(node: number): void {
    const best: Choice = { gain: this.options.zeroGain ? -1 : 0, chain: undefined, leaves: [], complement: 0 };
    this.cuts.each(node, (leaves, count) => {
      const table = this.tables.tableOf(node, leaves, count);
      if (table >= 0) this.consider(node, table, leaves.subarray(0, count), best);
    });
    if (best.chain !== undefined) this.apply(node, best, best.chain);
  }

  private consider(node: number, table: number, leaves: Int32Array, best: Choice): void {
    const { network, npn } = this;
    const transform = npnTransform(npn.transformOf[table]!);
    const edges = leafEdges(leaves, transform);
    for (const edge of edges) network.refs[edge >>> 1] = network.refs[edge >>> 1]! + 1;
    const saved = network.dereference(node, this.options.weights);
    for (const chain of this.options.library.structures(npn.classOf[table]!)) {
      const cost = this.costOf(chain, edges, node, saved - best.gain);
      if (saved - cost <= best.gain) continue;
      best.gain = saved - cost;
      best.chain = chain;
      best.leaves = edges;
      best.complement = transform.output;
    }
    network.reference(node);
    for (const edge of edges) network.refs[edge >>> 1] = network.refs[edge >>> 1]! - 1;
  }

  /** What a structure adds to the network while the root's own gates are taken away; Infinity once not below `limit`. */
  private costOf(chain: Chain, leaves: readonly Edge[], root: number, limit: number): number {
    const { network, edges } = this;
    const { weights } = this.options;
    const { gates } = chain;
    edges.length = 0;
    edges.push(FALSE, ...leaves);
    let cost = 0;
    for (let at = 0; at < gates.length; at += 2) {
      const p = gates[at]!;
      const q = gates[at + 1]!;
      const a = edges[p >> 1]!;
      const b = edges[q >> 1]!;
      let found = -1;
      if (a >= 0 && b >= 0) {
        found = p < q ? network.findAnd(a ^ (p & 1), b ^ (q & 1)) : network.findXor(a ^ (p & 1), b ^ (q & 1));
        if (found >>> 1 === root && found >= 0) return Infinity;
      }
      if (found < 0 || (network.refs[found >>> 1] === 0 && network.isGate(found >>> 1))) {
        cost += weights[p < q ? 2 : 3]!;
        if (cost >= limit) return Infinity;
      }
      edges.push(found);
    }
    return cost;
  }

  private apply(node: number, choice: Choice, chain: Chain): void {
    const { network } = this;
    const edges: Edge[] = [FALSE, ...choice.leaves];
    const first = network.count;
    for (let at = 0; at < chain.gates.length; at += 2) {
      const p = chain.gates[at]!;
      const q = chain.gates[at + 1]!;
      const a = edges[p >> 1]! ^ (p & 1);
      const b = edges[q >> 1]! ^ (q & 1);
      edges.push(p < q ? network.and(a, b) : network.xor(a, b));
    }
    const result = edges[chain.output >> 1]! ^ (chain.output & 1) ^ choice.complement;
    if (result >>> 1 !== node) network.replace(node, result);
    for (let made = network.count - 1; made >= first; made -= 1) network.removeIfUnused(made);
  }
}

/** What the inputs of a representative's chain read, by the transform of the cut's function. Absent leaves read false. */
function leafEdges(leaves: Int32Array, { permutation, negations }: NpnTransform): Edge[] {
  return permutation.map((from, i) => {
    const negated = (negations >> i) & 1;
    return from < leaves.length ? (2 * leaves[from]!) ^ negated : negated === 1 ? TRUE : FALSE;
  });
}
