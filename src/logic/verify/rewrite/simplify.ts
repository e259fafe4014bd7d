import { type Circuit, gateCount } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';
import { invariant } from '#foundation/kernel';
import { checkEquivalence } from '../equivalence.ts';
import type { ProofMaterial } from '../certify/proof-material.ts';
import { shrink, type ShrinkOptions } from './shrink.ts';
import { costOf, shrinkRounds } from './shrink-rounds.ts';
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
}

/**
 * `simplify` for large circuits: quick rounds first, each proved and kept when it made the circuit smaller, and then all passes. Where a proof is
 * given up the result before it stands; if that is none, the circuit itself.
 */
export function simplifyAnytime(circuit: Circuit, options: AnytimeOptions = {}): Simplified {
  if (gateCount(circuit) <= LARGE) return simplify(circuit, options);
  const { cost = 'gates' } = options;
  let best: Extract<Simplified, { answer: 'proved' }> | undefined;
  for (const smaller of roundsOf(circuit, options)) {
    if (costOf(smaller, cost) >= costOf(best?.circuit ?? circuit, cost)) continue;
    const found = proveSmaller(circuit, smaller, options);
    if (found.answer !== 'proved') break;
    best = found;
    options.proved?.(best);
  }
  return best ?? proveSmaller(circuit, cleanup(circuit), options);
}

function* roundsOf(circuit: Circuit, options: AnytimeOptions): Generator<Circuit> {
  let last = circuit;
  for (last of shrinkRounds(circuit, options)) yield last;
  if (options.shouldStop?.() !== true) yield shrink(last, options);
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
