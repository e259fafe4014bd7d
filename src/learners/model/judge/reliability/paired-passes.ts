import type { Comparison } from '../judgements.ts';

/** All passes over one pair of answers, whichever stood first; a tie is half a win for both. */
export interface PairedPasses {
  readonly a: number;
  readonly b: number;
  readonly winsA: number;
  readonly winsB: number;
  /** Of the passes in which `a` stood first, how many it won (ties half), and how many there were; likewise for `b`. */
  readonly firstA: { readonly wins: number; readonly passes: number };
  readonly firstB: { readonly wins: number; readonly passes: number };
}

/**
 * Gathers comparisons by pair, a < b, in the order of first appearance.
 *
 * @source both orders: Zheng et al. 2023, arXiv:2306.05685 §3.4
 */
export function gatherPairs(comparisons: readonly Comparison[]): PairedPasses[] {
  const pairs = new Map<string, { a: number; b: number; wins: number[]; passes: number[] }>();
  for (const { first, second, winner } of comparisons) {
    const [a, b] = first < second ? [first, second] : [second, first];
    const key = `${a}/${b}`;
    const held = pairs.get(key) ?? { a, b, wins: [0, 0], passes: [0, 0] };
    const side = first === a ? 0 : 1;
    held.passes[side]! += 1;
    held.wins[side]! += winner === 'first' ? 1 : winner === 'tie' ? 0.5 : 0;
    pairs.set(key, held);
  }
  return Array.from(pairs.values(), ({ a, b, wins, passes }) => ({
    a,
    b,
    winsA: wins[0]! + passes[1]! - wins[1]!,
    winsB: wins[1]! + passes[0]! - wins[0]!,
    firstA: { wins: wins[0]!, passes: passes[0]! },
    firstB: { wins: wins[1]!, passes: passes[1]! },
  }));
}
