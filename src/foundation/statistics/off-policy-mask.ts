/** What decides whether an episode may still teach. */
export interface MaskedEpisode {
  /** D_KL(π_old ‖ π_new) at update time. */
  readonly divergence: number;
  /** A(τ). */
  readonly advantage: number;
}

/** The limits of one domain. */
export interface MaskLimits {
  /** KL_max_d. */
  readonly divergenceMax: number;
  /** A_min_d: often 0 or a little below. */
  readonly advantageMin: number;
}

/**
 * Whether an episode joins the weight update.
 *
 *     excluded  iff  D_KL(π_old ‖ π_new) > KL_max_d  and  A(τ) < A_min_d
 *
 * Both must hold: a good episode teaches however old its policy, a bad one only while the policy that made it is near.
 * A divergence or advantage that is not a number is not evidence, and is excluded.
 *
 * @source spec/pipeline §5
 */
export function mayTeach({ divergence, advantage }: MaskedEpisode, limits: MaskLimits): boolean {
  if (Number.isNaN(divergence) || Number.isNaN(advantage)) return false;
  return !(divergence > limits.divergenceMax && advantage < limits.advantageMin);
}
