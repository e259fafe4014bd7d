import { type Context, type ContextCounts, mixChances } from './context-counts.ts';

/** Weights of the symbols after a context, the newest symbol first; the longest context that matches speaks. */
export interface ContextNode {
  readonly context: readonly number[];
  readonly weights: readonly number[];
}

/** How weights are written: the highest, and how many bits of reward it costs when a symbol of weight 0 comes. */
export interface WeightScale {
  readonly most: number;
  readonly worst: number;
}

/** What a context must save, in bits over all that was seen, to be kept: about what it takes to write it down. */
const WORTH = 10;
const MOST_NODES = 1500;

interface Kept {
  readonly node: Context;
  readonly weights: number[];
  readonly gain: number;
  readonly children: readonly Kept[];
}

/** The contexts that are worth their length, each after the shorter ones it lengthens. */
export function contextTree(counts: ContextCounts, scale: WeightScale): ContextNode[] {
  const even = new Float64Array(counts.symbols).fill(1 / counts.symbols);
  const grow = (node: Context, shorter: Float64Array, spoken: readonly number[] | undefined): Kept | undefined => {
    const chances = mixChances(node, shorter);
    const weights = weigh(chances, scale);
    const gain =
      spoken === undefined ? Infinity : bitsOf(node.counts, spoken, scale) - bitsOf(node.counts, weights, scale);
    const isWorth = gain > WORTH;
    const speaks = isWorth ? weights : spoken!;
    const children = [...node.children.values()].flatMap((child) => grow(child, chances, speaks) ?? []);
    if (!isWorth && children.length === 0) return undefined;
    return { node, weights: [...speaks], gain: gain + children.reduce((sum, child) => sum + child.gain, 0), children };
  };
  const kept: Kept[] = [];
  const open = [grow(counts.root, even, undefined)!];
  while (open.length > 0 && kept.length < MOST_NODES) {
    open.sort((a, b) => a.gain - b.gain);
    const best = open.pop()!;
    kept.push(best);
    open.push(...best.children);
  }
  return kept.map(({ node, weights }) => ({ context: node.symbols, weights }));
}

/**
 * Chances as whole numbers, the highest as large as may be. A symbol has weight 0 only where giving it the least weight would cost the others
 * more than its coming would: p·worst < log₂(1 + 1/Σ).
 */
function weigh(chances: Float64Array, { most, worst }: WeightScale): number[] {
  const top = chances.reduce((high, chance) => Math.max(high, chance), 0);
  const exact = Array.from(chances, (chance) => (chance / top) * most);
  const sum = exact.reduce((total, weight) => total + weight, 0);
  const least = Math.log2(1 + 1 / sum) / worst;
  return exact.map((weight, i) => (Math.round(weight) > 0 ? Math.round(weight) : chances[i]! > least ? 1 : 0));
}

/** Bits that weights cost on what was counted. */
function bitsOf(counts: Float64Array, weights: readonly number[], { worst }: WeightScale): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return counts.reduce((bits, count, i) => {
    if (count === 0) return bits;
    return bits + count * (weights[i] === 0 ? worst : Math.min(worst, Math.log2(sum / weights[i]!)));
  }, 0);
}
