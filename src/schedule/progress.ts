/** One measured score in [0, 1] and the meta step at which it was seen. */
export interface Mark {
  readonly at: number;
  readonly score: number;
}

/** How a score changes per visit, and how sure that is. */
export interface Progress {
  /** Least-squares slope of the score over visits; negative when forgetting. */
  readonly slope: number;
  /** Standard error of the slope; ∞ when there is too little to tell. */
  readonly error: number;
}

/**
 * The slope of the remembered scores and its standard error.
 *
 *     slope = Σ (i − ī)(s_i − s̄) / Σ (i − ī)²        error² = Σ e_i² / (n − 2) / Σ (i − ī)²
 *
 * where s_i is the i-th remembered score and e_i its residual. Fewer than three scores say nothing: slope 0, error ∞.
 *
 * @source linear regression over a window of scores: Matiisen et al. 2017, arXiv:1707.00183, over visits instead of time
 */
export function measureProgress(marks: readonly Mark[]): Progress {
  const n = marks.length;
  if (n < 3) return { slope: 0, error: Infinity };
  const centre = (n - 1) / 2;
  const mean = marks.reduce((sum, mark) => sum + mark.score, 0) / n;
  const spread = (n * (n * n - 1)) / 12;
  let covariance = 0;
  for (let i = 0; i < n; i += 1) covariance += (i - centre) * (marks[i]!.score - mean);
  const slope = covariance / spread;
  let squares = 0;
  for (let i = 0; i < n; i += 1) squares += (marks[i]!.score - mean - slope * (i - centre)) ** 2;
  return { slope, error: Math.sqrt(squares / (n - 2) / spread) };
}

/**
 * The part of |slope| that luck does not explain.
 *
 *     |slope| · max(0, 1 − c · error² / slope²)
 *
 * With pure noise slope² averages error², so the factor is mostly 0; learning and forgetting both keep nearly all of it.
 *
 * @source positive-part shrinkage: James & Stein 1961, Baranchik 1964, in one dimension with c = `significance`
 */
export function significantProgress({ slope, error }: Progress, significance: number): number {
  if (slope === 0 || error === Infinity) return 0;
  // The quotient first: slope² underflows to 0 for the tiniest slopes, and 0 / 0 is not a number.
  return Math.abs(slope) * Math.max(0, 1 - significance * (error / slope) ** 2);
}
