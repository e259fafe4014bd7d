import { type Circuit, gateCount } from '#circuit/graph';
import { invariant } from '#kernel';
import { checkEquivalence } from '../equivalence.ts';
import type { ProofMaterial } from '../certify/proof-material.ts';
import { shrink, type ShrinkOptions } from './shrink.ts';
import { type Sizes, sizesOf } from './sizes.ts';

export interface SimplifyOptions extends ShrinkOptions {
  /** Conflicts allowed for one question of the final proof; without it the proof runs until it knows. */
  readonly maxConflicts?: number;
  /** Gives the proof up: then nothing is handed out. */
  readonly shouldGiveUp?: () => boolean;
}

/** A circuit with its proof, or why there is none: an unproved circuit is never handed out. */
export type Simplified = { readonly before: Sizes } & (
  | { readonly answer: 'proved'; readonly circuit: Circuit; readonly after: Sizes; readonly proof: ProofMaterial }
  | { readonly answer: 'unproved'; readonly why: string }
);

/**
 * Makes a circuit smaller and proves that it is still the same function, on all inputs or on the care set.
 *
 * @source the passes' own, see `shrink.ts`; the proof is a miter of the first and the last circuit, found by other code
 */
export function simplify(circuit: Circuit, options: SimplifyOptions = {}): Simplified {
  return proveSmaller(circuit, shrink(circuit, options), options);
}

/** Smaller circuits need no result in between. */
const LARGE = 2000;

export interface AnytimeOptions extends SimplifyOptions {
  /** Hears each circuit that was proved, each smaller than the one before: what there is if time runs out. */
  readonly proved?: (best: Simplified) => void;
  /** Ends the first, quick stage. */
  readonly shouldHurry?: () => boolean;
}

/**
 * `simplify` for large circuits, in two stages: what one quick round finds is proved and kept, and then everything is tried. If the second
 * proof is given up, the first result stands.
 */
export function simplifyAnytime(circuit: Circuit, options: AnytimeOptions = {}): Simplified {
  if (gateCount(circuit) <= LARGE) return simplify(circuit, options);
  const { shouldHurry, shouldStop, cost = 'gates' } = options;
  const hurry = shouldHurry ?? shouldStop;
  const quick = shrink(circuit, { ...options, effort: 1, ...(hurry && { shouldStop: hurry }) });
  const first = proveSmaller(circuit, quick, options);
  options.proved?.(first);
  if (options.shouldGiveUp?.() === true || shouldStop?.() === true) return first;
  const second = proveSmaller(circuit, shrink(first.answer === 'proved' ? first.circuit : circuit, options), options);
  const sizeOf = ({ gates, andEquivalent }: Sizes): number => (cost === 'gates' ? gates : andEquivalent);
  if (second.answer !== 'proved') return first;
  if (first.answer === 'proved' && sizeOf(first.after) <= sizeOf(second.after)) return first;
  options.proved?.(second);
  return second;
}

/** The second half of `simplify`: whatever made `smaller`, it counts only with a proof. A difference is a bug. */
export function proveSmaller(circuit: Circuit, smaller: Circuit, options: SimplifyOptions = {}): Simplified {
  const { care, maxConflicts, shouldGiveUp } = options;
  const before = sizesOf(circuit);
  const check = checkEquivalence(circuit, smaller, {
    ...(care === undefined ? {} : { care }),
    ...(maxConflicts === undefined ? {} : { maxConflicts }),
    ...(shouldGiveUp === undefined ? {} : { shouldStop: shouldGiveUp }),
  });
  if (check.answer === 'unknown') return { before, answer: 'unproved', why: check.why };
  invariant(check.answer === 'equal', 'a simplified circuit is equivalent to the first');
  return { before, answer: 'proved', circuit: smaller, after: sizesOf(smaller), proof: check.proof };
}
