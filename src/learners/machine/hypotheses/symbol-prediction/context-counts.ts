/** Symbols back that a context may reach. */
export const DEEPEST = 5;
/** How much of a context's mass goes to the shorter one, for each symbol seen after it. */
const ESCAPE = 0.5;

/** A context, the newest symbol first, with what came after it. */
export interface Context {
  readonly symbols: readonly number[];
  readonly counts: Float64Array;
  total: number;
  readonly children: Map<number, Context>;
}

/**
 * How often each symbol came after each context of up to five symbols. Before the first symbol stands a sign of its own, so that how a
 * text begins is learnt as well.
 */
export class ContextCounts {
  readonly root: Context;
  readonly symbols: number;

  constructor(symbols: number) {
    this.symbols = symbols;
    this.root = this.context([]);
  }

  private context(symbols: readonly number[]): Context {
    return { symbols, counts: new Float64Array(this.symbols), total: 0, children: new Map() };
  }

  learn(history: readonly number[], symbol: number): void {
    let node = this.root;
    for (let depth = 0; ; depth += 1) {
      node.counts[symbol]! += 1;
      node.total += 1;
      if (depth === DEEPEST || depth > history.length) return;
      const back = history[depth] ?? this.symbols;
      let child = node.children.get(back);
      if (child === undefined) {
        child = this.context([...node.symbols, back]);
        node.children.set(back, child);
      }
      node = child;
    }
  }
}

/**
 * Chances after a context, from its counts c (n in all, of d kinds) and the chances p after the shorter context:
 *
 *     (c + ½·d·p) / (n + ½·d)
 *
 * @source Witten and Bell 1991, method C, with half the escape
 */
export function mixChances({ counts, total }: Context, shorter: Float64Array): Float64Array {
  const kinds = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  return counts.map((count, i) => (count + ESCAPE * kinds * shorter[i]!) / (total + ESCAPE * kinds));
}
