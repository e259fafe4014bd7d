import { type Measurement, krippendorffAlpha } from '#statistics';

/** How far several judges agree about the same answers. */
export interface AgreementReport {
  /** Krippendorff's α: 1 full agreement, 0 what chance gives; undefined where all scores are the same. */
  readonly alpha: number | undefined;
  /** α of the others, by judge left out: one whose absence raises it stands apart. */
  readonly without: readonly { readonly judge: string; readonly alpha: number | undefined }[];
  /** The judge whose absence raises α most, by at least `margin`. */
  readonly outlier: string | undefined;
}

/**
 * Agreement between judges; `scores[judge][answer]`, null where a judge has no verdict.
 *
 * @source Krippendorff 2011; leave-one-out as in jackknifed agreement
 */
export function judgeAgreement(
  scores: Readonly<Record<string, readonly (number | null)[]>>,
  { measurement = 'interval', margin = 0.1 }: { readonly measurement?: Measurement; readonly margin?: number } = {},
): AgreementReport {
  const names = Object.keys(scores);
  const alpha = alphaOf(names, scores, measurement);
  const without =
    names.length < 3
      ? []
      : names.map((judge) => ({
          judge,
          alpha: alphaOf(
            names.filter((name) => name !== judge),
            scores,
            measurement,
          ),
        }));
  const best = without.toSorted((a, b) => (b.alpha ?? -2) - (a.alpha ?? -2))[0];
  const rises = best?.alpha !== undefined && alpha !== undefined && best.alpha - alpha >= margin;
  return { alpha, without, outlier: rises ? best.judge : undefined };
}

function alphaOf(
  names: readonly string[],
  scores: Readonly<Record<string, readonly (number | null)[]>>,
  measurement: Measurement,
): number | undefined {
  const answers = Math.max(0, ...names.map((name) => scores[name]!.length));
  const units = Array.from({ length: answers }, (_, i) => names.map((name) => scores[name]![i] ?? null));
  const rated = units.filter((unit) => unit.filter((score) => score !== null).length > 1);
  return rated.length === 0 ? undefined : krippendorffAlpha(rated, measurement);
}
