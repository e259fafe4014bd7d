/** When a change detector speaks. */
export interface ChangeDetectorOptions {
  /** Log-likelihood ratio at which it speaks; a false alarm comes no sooner than after e^threshold rounds on average. */
  readonly threshold: number;
  /** The alternative: so much of the foreseen probability is replaced by ½. */
  readonly blend: number;
}

/**
 * Page's CUSUM on coin outcomes with a foreseen probability each: has the world changed, so that what was foreseen is of no
 * more use than a fair coin?
 *
 *     S ← max(0, S + ln(p′(r) / p(r))),   p′ = (1 − blend)·p + blend/2,   change when S ≥ threshold
 *
 * The round at which S last was 0 is where the change most likely was.
 *
 * @source Page 1954, Continuous inspection schemes; average run length: Lorden 1971
 */
export class ChangeDetector {
  private readonly options: ChangeDetectorOptions;
  private sum = 0;
  private length = 0;

  constructor(options: ChangeDetectorOptions) {
    this.options = options;
  }

  /** Rounds since the likely change; 0 when nothing speaks for one. */
  get suspected(): number {
    return this.length;
  }

  /** Takes an outcome in [0, 1]; true when a change is found. */
  observe(foreseen: number, outcome: number): boolean {
    const { blend, threshold } = this.options;
    const other = (1 - blend) * foreseen + blend / 2;
    this.sum += outcome * Math.log(other / foreseen) + (1 - outcome) * Math.log((1 - other) / (1 - foreseen));
    this.length += 1;
    if (!(this.sum > 0)) this.reset();
    return this.sum >= threshold;
  }

  reset(): void {
    this.sum = 0;
    this.length = 0;
  }
}
