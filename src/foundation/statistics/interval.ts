/** A closed range of plausible values. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}
