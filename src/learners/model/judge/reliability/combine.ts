import { Fault } from '#foundation/kernel';
import { type Estimate, estimateOf } from './estimate.ts';

/** How the metrics of a question become one number. */
export const combiners = ['geometric', 'harmonic', 'min', 'sum', 'product'] as const;
export type Combiner = (typeof combiners)[number];

/** A metric below this is as good as none; it keeps logarithms finite. */
const LEAST = 1e-3;

/**
 * f(R_cons, R_sep, R_stab, …) with weights w; all rise in every metric, so bounds are f of the bounds.
 *
 *     geometric  Π max(R, ε)^(w/Σw)      harmonic  Σw / Σ w/max(R, ε)      min      product  Π R
 *     sum        Σ w R / Σw, which lets a constant judge collect its consistency: for reports, not for training
 *
 * @source spec/reliability-loop §3 leaves f open
 */
export function combine(parts: readonly Estimate[], weights: readonly number[], combiner: Combiner): Estimate {
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (parts.length !== weights.length || !(total > 0) || weights.some((w) => !(w >= 0))) {
    throw new Fault('judge/bad-weights', `${parts.length} metrics cannot be weighed by ${weights.join(', ')}`);
  }
  const shares = weights.map((w) => w / total);
  const of = (pick: (part: Estimate) => number): number => apply(parts.map(pick), shares, combiner);
  return estimateOf(
    of(({ value }) => value),
    of(({ low }) => low),
    of(({ high }) => high),
  );
}

function apply(values: readonly number[], shares: readonly number[], combiner: Combiner): number {
  const used = values.filter((_, i) => shares[i]! > 0);
  switch (combiner) {
    case 'min':
      return Math.min(...used);
    case 'product':
      return used.reduce((product, value) => product * value, 1);
    case 'sum':
      return values.reduce((sum, value, i) => sum + shares[i]! * value, 0);
    case 'harmonic':
      return 1 / values.reduce((sum, value, i) => sum + shares[i]! / Math.max(LEAST, value), 0);
    case 'geometric':
      return Math.exp(values.reduce((sum, value, i) => sum + shares[i]! * Math.log(Math.max(LEAST, value)), 0));
  }
}
