import { Cusum, logGain } from './cusum.ts';
import { LogisticPosterior } from './logistic-posterior.ts';
import type { ValueExperts } from './value-experts.ts';

/** When a change detector speaks. */
export interface ChangeDetectorOptions {
  /** Log-likelihood ratio at which it speaks. */
  readonly threshold: number;
  /** The fair coin: so much of the foreseen probability is replaced by ½. */
  readonly blend: number;
  /** The rival: the share of the way back to the prior's variance that its posterior goes before each observation. */
  readonly forgetting: number;
}

/**
 * Has the world changed? What was foreseen is held against two alternatives, each with its own sum:
 *
 *     fair coin:  p′ = (1 − blend)·p + blend/2             at once, when what was foreseen is of no more use
 *     rival:      posteriors that forget, taught alike     later, whatever the change; over all experts, and for each alone
 *
 * The coin misses a world in which the old choices still pay well, only less than others would; the rival learns it.
 * While nothing changes the rival foresees worse than posteriors that forget nothing, so its sums stay near 0.
 */
export class ChangeDetector {
  private readonly options: ChangeDetectorOptions;
  private experts: ValueExperts;
  private readonly rivals: readonly LogisticPosterior[];
  private readonly coin: Cusum;
  private readonly rival: Cusum;
  private readonly rivalOf: readonly Cusum[];
  private round = 0;
  private likelyChange = 0;

  constructor(options: ChangeDetectorOptions, experts: ValueExperts) {
    const { dimensions, priorVariance } = experts.options;
    this.options = options;
    this.experts = experts;
    this.rivals = Array.from(
      { length: experts.options.experts },
      () => new LogisticPosterior(dimensions, priorVariance),
    );
    this.coin = new Cusum(options.threshold);
    this.rival = new Cusum(options.threshold);
    this.rivalOf = this.rivals.map(() => new Cusum(options.threshold));
  }

  /** Rounds since the likely change, once one is found. */
  get suspected(): number {
    return this.round - this.likelyChange;
  }

  /** Takes an outcome in [0, 1] that the value experts have yet to learn; true when a change is found. */
  observe(ones: Int32Array, count: number, expert: number, outcome: number): boolean {
    const { blend } = this.options;
    const foreseen = this.experts.foresee(ones, count, expert);
    const fromCoin = logGain(foreseen, (1 - blend) * foreseen + blend / 2, outcome);
    const fromRival = logGain(foreseen, this.foreseeAnew(ones, count, expert), outcome);
    this.rivals[expert]!.learn(ones, count, outcome);
    let found: Cusum | undefined;
    if (this.rivalOf[expert]!.add(fromRival, this.round)) found = this.rivalOf[expert]!;
    if (this.rival.add(fromRival, this.round)) found = this.rival;
    if (this.coin.add(fromCoin, this.round)) found = this.coin;
    this.round += 1;
    if (found === undefined) return false;
    this.likelyChange = found.since;
    return true;
  }

  /** Lets the rival learn an observation again, without judging it. */
  learn(ones: Int32Array, count: number, expert: number, outcome: number): void {
    this.rivals[expert]!.loosen(this.options.forgetting);
    this.rivals[expert]!.learn(ones, count, outcome);
  }

  /** Watches these value experts from now on, suspects nothing of what was, and takes the rival back to its prior. */
  begin(experts: ValueExperts): void {
    this.experts = experts;
    for (const sum of [this.coin, this.rival, ...this.rivalOf]) sum.reset(this.round);
    for (const posterior of this.rivals) posterior.reset();
  }

  private foreseeAnew(ones: Int32Array, count: number, expert: number): number {
    const posterior = this.rivals[expert]!;
    posterior.loosen(this.options.forgetting);
    return posterior.foresee(ones, count);
  }
}
