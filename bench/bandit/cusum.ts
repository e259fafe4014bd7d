/**
 * Page's cumulative sum: when has an alternative begun to explain the outcomes better?
 *
 *     S ← max(0, S + gain),   gain = ln(p′(r) / p(r)),   change when S ≥ threshold
 *
 * While p is right a gain has E[e^gain] = 1 whatever p′ foresees, so a false alarm comes no sooner than after e^threshold
 * rounds on average.
 *
 * @source Page 1954, Continuous inspection schemes; average run length: Lorden 1971
 */
export class Cusum {
  private readonly threshold: number;
  private sum = 0;
  private start = 0;

  constructor(threshold: number) {
    this.threshold = threshold;
  }

  /** The round after the one at which S last was 0: where the change most likely was. */
  get since(): number {
    return this.start;
  }

  /** Takes the gain of a round; true when a change is found. */
  add(gain: number, round: number): boolean {
    this.sum += gain;
    if (!(this.sum > 0)) this.reset(round + 1);
    return this.sum >= this.threshold;
  }

  /** Suspects nothing before `round`. */
  reset(round: number): void {
    this.sum = 0;
    this.start = round;
  }
}

/** ln(p′(r) / p(r)) of an outcome r in [0, 1] foreseen as p, and by the alternative as p′. */
export function logGain(foreseen: number, alternative: number, outcome: number): number {
  return outcome * Math.log(alternative / foreseen) + (1 - outcome) * Math.log((1 - alternative) / (1 - foreseen));
}
