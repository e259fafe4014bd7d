import { type Circuit, gateCount, NodeKind } from '#logic/circuit/graph';
import { cleanup, expandXors, recoverXors } from '#logic/circuit/structure';
import { rewriteCuts } from './cut-rewrite.ts';
import { Library } from './library.ts';
import { mergeByWindows } from './merge-by-windows.ts';
import { mergeEquivalents } from './merge-equivalents.ts';
import { Network } from './network.ts';
import { resubstitute } from './resubstitute.ts';
import { sizesOf } from './sizes.ts';
import { shrinkSlices } from './slices.ts';

/** What is made small: all gates alike, or the ANDs after every XOR is spelt out in ANDs. */
export type Cost = 'gates' | 'and-equivalent';

export interface ShrinkOptions {
  readonly cost?: Cost;
  /** Rounds at most, and the size of windows: 1 is quick, 3 the default, more finds a little more. */
  readonly effort?: number;
  /** One output over the same inputs: where it is false the result may differ. */
  readonly care?: Circuit;
  /** Asked between nodes: once it says true the passes end, and what they have is still the same function. */
  readonly shouldStop?: () => boolean;
  /** Hears after each round how many gates the form at hand has. */
  readonly heard?: (gates: number) => void;
}

/** Circuits with more gates are worked on in slices of `SLICE`, because resubstitution is not linear. */
const LARGE = 1000;
const SLICE = 500;

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
  const { cost = 'gates', effort = 3 } = options;
  const xorAnd = new Shrinker({ ...options, andOnly: false, effort });
  const andOnly = new Shrinker({ ...options, andOnly: true, effort });
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

interface Form extends Pick<ShrinkOptions, 'care' | 'shouldStop' | 'heard'> {
  readonly andOnly: boolean;
  readonly effort: number;
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
    return gateCount(circuit) > LARGE ? this.runInSlices(circuit) : this.runWhole(circuit);
  }

  private get isStopped(): boolean {
    return this.form.shouldStop?.() === true;
  }

  private runWhole(circuit: Circuit): Circuit {
    let best = this.merge(circuit);
    for (let round = 0; round < this.form.effort && !this.isStopped; round += 1) {
      const network = new Network(best);
      this.rewrite(network);
      this.resubstitute(network);
      const next = this.merge(network.toCircuit());
      if (gateCount(next) >= gateCount(best)) return best;
      best = next;
      this.form.heard?.(gateCount(best));
    }
    return best;
  }

  /** Rewriting sees the whole, the dearer passes one slice at a time; every second round the borders lie elsewhere. */
  private runInSlices(circuit: Circuit): Circuit {
    const { andOnly, shouldStop, heard } = this.form;
    const inner = new Shrinker({ andOnly, effort: 1, ...(shouldStop && { shouldStop }) });
    let best = mergeByWindows(circuit, shouldStop);
    for (let round = 0; round < this.form.effort && !this.isStopped; round += 1) {
      const network = new Network(best);
      this.rewrite(network);
      const rewritten = network.toCircuit();
      heard?.(gateCount(rewritten));
      const borders = { size: SLICE, offset: round % 2 === 0 ? SLICE : SLICE / 2 };
      const next = shrinkSlices(rewritten, borders, (slice) => (this.isStopped ? slice : inner.runWhole(slice)));
      if (gateCount(next) >= gateCount(best)) return best;
      best = next;
      heard?.(gateCount(best));
    }
    return best;
  }

  private merge(circuit: Circuit): Circuit {
    const { shouldStop } = this.form;
    return mergeEquivalents(circuit, { maxConflicts: 100, totalConflicts: 20_000, ...(shouldStop && { shouldStop }) });
  }

  private rewrite(network: Network): void {
    const { library, weights } = this;
    const { shouldStop } = this.form;
    const pass = (zeroGain: boolean): number =>
      rewriteCuts(network, { library, weights, zeroGain, ...(shouldStop && { shouldStop }) });
    while (pass(false) > 0);
    pass(true);
    pass(false);
  }

  private resubstitute(network: Network): void {
    const { andOnly, effort, care, shouldStop } = this.form;
    resubstitute(network, {
      ...(shouldStop && { shouldStop }),
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
