import { Fault } from '#kernel';
import { requireInside } from './require-sample.ts';

/** One answer of an online procedure. */
export interface OnlineDecision {
  readonly isDiscovery: boolean;
  /** The alpha this hypothesis was tested at. */
  readonly level: number;
}

/** A run of hypotheses, tested one after the other out of a single error budget. */
export interface ELond {
  /** The alpha of the next hypothesis, fixed before its evidence is seen. */
  level(): number;
  /** Decides the next hypothesis by its e-value: a discovery when it reaches 1/level. */
  decide(eValue: number): OnlineDecision;
  discoveries(): number;
}

/**
 * Online control of the false discovery rate with e-values: at most alpha in expectation, whatever the dependence.
 *
 *     αₜ = α γₜ (discoveries before t + 1),   γₜ = 1/(t (t + 1)), which sums to 1
 *
 * While nothing is true, a false discovery is any discovery: then the chance of ever making one is at most alpha.
 *
 * @source Xu & Ramdas 2024, arXiv:2311.06412 (e-LOND)
 */
export function createELond(options: { readonly alpha: number }): ELond {
  const { alpha } = options;
  requireInside(alpha, 0, 1, 'alpha');
  let tested = 0;
  let discoveries = 0;
  const level = (): number => (alpha * (discoveries + 1)) / ((tested + 1) * (tested + 2));
  return {
    level,
    decide(eValue) {
      if (!(eValue >= 0)) throw new Fault('kernel/bad-range', `${eValue} is no e-value`, { details: { eValue } });
      const at = level();
      const isDiscovery = eValue >= 1 / at;
      tested += 1;
      if (isDiscovery) discoveries += 1;
      return { isDiscovery, level: at };
    },
    discoveries: () => discoveries,
  };
}
