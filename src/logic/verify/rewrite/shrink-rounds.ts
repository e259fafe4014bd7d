import { type Circuit, gateCount } from '#logic/circuit/graph';
import { cleanup, expandXors, recoverXors } from '#logic/circuit/structure';
import { rewriteCuts } from './cut-rewrite.ts';
import { Library } from './library.ts';
import { mergeByWindows } from './merge-by-windows.ts';
import { Network, type Weights } from './network.ts';
import { resubstitute } from './resubstitute.ts';
import type { Cost, ShrinkOptions } from './shrink.ts';
import { sizesOf } from './sizes.ts';
import { shrinkSlices } from './slices.ts';

/** Gates that resubstitution sees at once: it is not linear, so large circuits are worked on slice by slice. */
const SLICE = 500;

/** ANDs alone, or XORs beside them; `weights` are what a gate of each kind costs (constant, input, AND, XOR). */
interface Form {
  readonly of: (circuit: Circuit) => Circuit;
  readonly library: Library;
  readonly weights: Weights;
  readonly xor: boolean;
}

type Pass = (circuit: Circuit) => Circuit;

/**
 * Makes a large circuit smaller in passes that are each near-linear, and gives what it has after each round: never larger than before, not
 * yet proved. The first round only merges and rewrites, so that there is something to prove early; each of the `effort` others rewrites with ANDs, with
 * XORs, and resubstitutes. A pass that made the circuit larger is undone. Passes end between nodes when `shouldStop` says so.
 *
 * An XOR is three ANDs in AIGER, and that is its weight where ANDs count: XORs are then made only where they pay.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006 (scripts of passes); Riener et al., DATE 2019 (XAGs)
 */
export function* shrinkRounds(circuit: Circuit, options: ShrinkOptions = {}): Generator<Circuit> {
  const { cost = 'gates', effort = 3, shouldStop, heard } = options;
  const passes = new Passes(cost, shouldStop);
  let best = cleanup(circuit);
  for (let round = 0; round <= effort; round += 1) {
    const before = costOf(best, cost);
    for (const pass of round === 0 ? passes.first() : passes.others(round)) {
      if (shouldStop?.() === true) break;
      const next = pass(best);
      if (costOf(next, cost) <= costOf(best, cost)) best = next;
      heard?.(gateCount(best));
    }
    yield best;
    if (shouldStop?.() === true || (round > 0 && costOf(best, cost) === before)) return;
  }
}

/** What a circuit costs. */
export function costOf(circuit: Circuit, cost: Cost): number {
  const { gates, andEquivalent } = sizesOf(circuit);
  return cost === 'gates' ? gates : andEquivalent;
}

class Passes {
  private readonly ands: Form;
  private readonly xors: Form;
  /** The form in which the cost is counted; what another form finds is put into it. */
  private readonly own: Form;
  private readonly stop: { readonly shouldStop?: () => boolean };

  constructor(cost: Cost, shouldStop: (() => boolean) | undefined) {
    this.stop = shouldStop === undefined ? {} : { shouldStop };
    this.ands = { of: expandXors, library: new Library(true), weights: [0, 0, 1, 1], xor: false };
    this.xors = {
      of: (circuit) => recoverXors(cleanup(circuit)),
      library: new Library(false),
      weights: [0, 0, 1, cost === 'gates' ? 1 : 3],
      xor: true,
    };
    this.own = cost === 'gates' ? this.xors : this.ands;
  }

  first(): readonly Pass[] {
    return [(circuit) => mergeByWindows(circuit, this.stop.shouldStop), this.rewrite(this.own, [false])];
  }

  /** Every second round the borders of the slices lie elsewhere. */
  others(round: number): readonly Pass[] {
    const offset = round % 2 === 1 ? SLICE : SLICE / 2;
    return [
      this.rewrite(this.ands, [true, false]),
      this.rewrite(this.xors, [true, false]),
      this.resubstitute(this.own, offset),
    ];
  }

  /** One pass of cut rewriting for each entry: whether changes without gain are made. */
  private rewrite({ of, library, weights }: Form, zeroGains: readonly boolean[]): Pass {
    return (circuit) => {
      const network = new Network(of(circuit));
      for (const zeroGain of zeroGains) rewriteCuts(network, { library, weights, zeroGain, ...this.stop });
      return this.own.of(network.toCircuit());
    };
  }

  private resubstitute({ of, weights, xor }: Form, offset: number): Pass {
    const options = {
      weights,
      xor,
      limits: { divisors: 60, fanout: 20 },
      maxConflicts: 100,
      tries: 8,
      totalConflicts: 10_000,
      ...this.stop,
    };
    return (circuit) =>
      shrinkSlices(of(circuit), { size: SLICE, offset }, (slice) => {
        if (this.stop.shouldStop?.() === true) return slice;
        const network = new Network(slice);
        resubstitute(network, options);
        return network.toCircuit();
      });
  }
}
