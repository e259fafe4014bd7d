import { type Circuit, cleanup, expandXors, gateCount, NodeKind, recoverXors } from '#circuit';
import { rewriteCuts } from './cut-rewrite.ts';
import { Library } from './library.ts';
import { mergeEquivalents } from './merge-equivalents.ts';
import { Network } from './network.ts';
import { resubstitute } from './resubstitute.ts';
import { sizesOf } from './sizes.ts';

/** What is made small: all gates alike, or the ANDs after every XOR is spelt out in ANDs. */
export type Cost = 'gates' | 'and-equivalent';

export interface ShrinkOptions {
  readonly cost?: Cost;
  /** Rounds at most, and the size of windows: 1 is quick, 3 the default, more finds a little more. */
  readonly effort?: number;
  /** One output over the same inputs: where it is false the result may differ. */
  readonly care?: Circuit;
}

/**
 * Rounds of cut rewriting, resubstitution and sweeping until a round gains nothing or the effort is spent; never
 * larger than it was, not yet proved. Effort is counted, so equal circuits give equal results.
 *
 * Both forms are tried, with XORs as gates and with XORs spelt out, each starting from what the other found: XORs hide
 * ANDs that half adders share, and ANDs hide XORs that cancel.
 *
 * @source Mishchenko, Chatterjee & Brayton, DAC 2006 (scripts of passes); Riener et al., DATE 2019 (XAGs)
 */
export function shrink(circuit: Circuit, options: ShrinkOptions = {}): Circuit {
  const { cost = 'gates', effort = 3, care } = options;
  const xorAnd = new Shrinker({ andOnly: false, effort, care });
  const andOnly = new Shrinker({ andOnly: true, effort, care });
  const start = cleanup(circuit);
  if (cost === 'gates') {
    const direct = xorAnd.run(recoverXors(start));
    const viaAnds = xorAnd.run(recoverXors(andOnly.run(expandXors(direct))));
    return smallest([start, direct, viaAnds], (c) => sizesOf(c).gates);
  }
  const direct = andOnly.run(expandXors(start));
  const viaXors = andOnly.run(expandXors(xorAnd.run(recoverXors(start))));
  return smallest([start, direct, viaXors], (c) => sizesOf(c).andEquivalent);
}

/** The first of the cheapest. */
function smallest(circuits: readonly Circuit[], cost: (circuit: Circuit) => number): Circuit {
  return circuits.reduce((best, circuit) => (cost(circuit) < cost(best) ? circuit : best));
}

interface Form {
  readonly andOnly: boolean;
  readonly effort: number;
  readonly care: Circuit | undefined;
}

/** Makes the gates of one form fewer. */
class Shrinker {
  private readonly form: Form;
  private readonly library: Library;
  private readonly weights: readonly number[];

  constructor(form: Form) {
    this.form = form;
    this.library = new Library(form.andOnly);
    this.weights = Object.values(NodeKind).map((kind) => (kind === NodeKind.and || kind === NodeKind.xor ? 1 : 0));
  }

  run(circuit: Circuit): Circuit {
    let best = this.merge(circuit);
    for (let round = 0; round < this.form.effort; round += 1) {
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
    const { andOnly, effort, care } = this.form;
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
