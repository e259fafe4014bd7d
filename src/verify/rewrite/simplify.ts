import { type Circuit, cleanup, expandXors, gateCount, NodeKind, recoverXors } from '#circuit';
import { invariant } from '#kernel';
import { checkEquivalence } from '../equivalence.ts';
import type { ProofMaterial } from '../proof-material.ts';
import { rewriteCuts } from './cut-rewrite.ts';
import { Library } from './library.ts';
import { mergeEquivalents } from './merge-equivalents.ts';
import { Network } from './network.ts';
import { resubstitute } from './resubstitute.ts';

/** What is made small: all gates alike, or the ANDs after every XOR is spelt out in ANDs. */
export type Cost = 'gates' | 'and-equivalent';

export interface SimplifyOptions {
  readonly cost?: Cost;
  /** Rounds at most, and the size of windows; 1 is quick, 3 the default, more finds a little more. */
  readonly effort?: number;
  /** One output over the same inputs: where it is false the result may differ. */
  readonly care?: Circuit;
}

/** Live gates of a circuit, and the ANDs it has when every XOR is spelt out. */
export interface Sizes {
  readonly gates: number;
  readonly andEquivalent: number;
}

/** A smaller circuit with its proof, or why there is none; an unproved circuit is never handed out. */
export type Simplified = { readonly before: Sizes } & (
  | { readonly answer: 'proved'; readonly circuit: Circuit; readonly after: Sizes; readonly proof: ProofMaterial }
  | { readonly answer: 'unproved'; readonly why: string }
);

export function sizesOf(circuit: Circuit): Sizes {
  const live = cleanup(circuit);
  return { gates: gateCount(live), andEquivalent: gateCount(cleanup(expandXors(live))) };
}

/**
 * Makes a circuit smaller and proves that it is still the same function, on all inputs or on the care set.
 *
 * @source the passes' own, see `shrink.ts`; the proof is an independent miter of the first and the last circuit
 */
export function simplify(circuit: Circuit, options: SimplifyOptions = {}): Simplified {
  const before = sizesOf(circuit);
  const smaller = shrink(circuit, options);
  const { care } = options;
  const check = checkEquivalence(circuit, smaller, care === undefined ? {} : { care });
  if (check.answer === 'unknown') return { before, answer: 'unproved', why: check.why };
  invariant(check.answer === 'equal', 'simplified circuits are equivalent');
  return { before, answer: 'proved', circuit: smaller, after: sizesOf(smaller), proof: check.proof };
}

/**
 * Rounds of cut rewriting, resubstitution and sweeping until a round gains nothing or the effort is spent; never
 * larger than it was. Counted effort only, so equal circuits give equal results.
 *
 * For AND-equivalent cost the XORs are spelt out after a first look at them, and ANDs alone are made fewer: half adders
 * share an AND with their XOR, which a fixed price for XORs would miss.
 */
export function shrink(circuit: Circuit, options: SimplifyOptions = {}): Circuit {
  const { cost = 'gates', effort = 3, care } = options;
  const start = cleanup(circuit);
  const xorAnd = new Shrinker({ andOnly: false, effort, care });
  if (cost === 'gates') return smallest([start, xorAnd.run(recoverXors(start))], gateCount);
  const andOnly = new Shrinker({ andOnly: true, effort, care });
  const ands = (c: Circuit): number => gateCount(cleanup(expandXors(c)));
  const direct = andOnly.run(expandXors(start));
  const viaXors = andOnly.run(expandXors(xorAnd.run(recoverXors(start))));
  return smallest([start, direct, viaXors], ands);
}

function smallest(circuits: readonly Circuit[], cost: (circuit: Circuit) => number): Circuit {
  return circuits.reduce((best, circuit) => (cost(circuit) < cost(best) ? circuit : best));
}

class Shrinker {
  private readonly library: Library;
  private readonly weights: readonly number[];
  private readonly options: { andOnly: boolean; effort: number; care: Circuit | undefined };

  constructor(options: { andOnly: boolean; effort: number; care: Circuit | undefined }) {
    this.options = options;
    this.library = new Library(options.andOnly);
    const weights: number[] = [];
    weights[NodeKind.constant] = 0;
    weights[NodeKind.input] = 0;
    weights[NodeKind.and] = 1;
    weights[NodeKind.xor] = 1;
    this.weights = weights;
  }

  run(circuit: Circuit): Circuit {
    let best = this.merge(circuit);
    for (let round = 0; round < this.options.effort; round += 1) {
      const network = new Network(best);
      this.rewrite(network);
      this.resubstitute(network);
      const next = this.merge(network.toCircuit());
      if (gateCount(next) >= gateCount(best)) return best;
      best = next;
    }
    return best;
  }

  private merge(circuit: Circuit): Circuit {
    return mergeEquivalents(circuit, { maxConflicts: 100, totalConflicts: 20_000 });
  }

  private rewrite(network: Network): void {
    const { library, weights } = this;
    while (rewriteCuts(network, { library, weights, zeroGain: false }) > 0);
    rewriteCuts(network, { library, weights, zeroGain: true });
    rewriteCuts(network, { library, weights, zeroGain: false });
  }

  private resubstitute(network: Network): void {
    const { andOnly, effort, care } = this.options;
    resubstitute(network, {
      weights: this.weights,
      xor: !andOnly,
      limits: { divisors: 40 + 20 * effort, fanout: 20 * effort },
      maxConflicts: 100,
      tries: 8,
      totalConflicts: 10_000 * effort,
      care,
    });
  }
}
