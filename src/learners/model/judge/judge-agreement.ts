import { krippendorffAlpha } from '#foundation/statistics';

/** How far several judges agree about the same answers. */
export interface AgreementReport {
  /** Krippendorff's α: 1 full agreement, 0 what chance gives; undefined where all scores are the same. */
  readonly alpha: number | undefined;
  /** The judge whose absence raises α most, by at least `margin`: it stands apart. */
  readonly outlier: string | undefined;
}

/**
 * Agreement between judges; `scores[judge][answer]`, null where a judge has no verdict. In hundredths: the cost grows with the square of the
 * number of different values.
 *
 * @source Krippendorff 2011; leave-one-out as in jackknifed agreement
 */
export function judgeAgreement(
  scores: Readonly<Record<string, readonly (number | null)[]>>,
  margin = 0.1,
): AgreementReport {
  const names = Object.keys(scores);
  const alpha = alphaOf(names, scores);
  const without = names.map((judge) => {
    const others = names.filter((name) => name !== judge);
    return { judge, alpha: others.length < 2 ? undefined : alphaOf(others, scores) };
  });
  const best = without.toSorted((a, b) => (b.alpha ?? -2) - (a.alpha ?? -2))[0];
  const rises = best?.alpha !== undefined && alpha !== undefined && best.alpha - alpha >= margin;
  return { alpha, outlier: rises ? best.judge : undefined };
}

function alphaOf(
  names: readonly string[],
  scores: Readonly<Record<string, readonly (number | null)[]>>,
): number | undefined {
  const answers = Math.max(0, ...names.map((name) => scores[name]!.length));
  const units = Array.from({ length: answers }, (_, i) =>
    names.map((name) => {
      const score = scores[name]![i] ?? null;
      return score === null ? null : Math.round(100 * score) / 100;
    }),
  );
  const rated = units.filter((unit) => unit.filter((score) => score !== null).length > 1);
  return rated.length === 0 ? undefined : krippendorffAlpha(rated, 'interval');
}
