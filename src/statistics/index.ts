/** Statistics: intervals, exact and sequential tests, divergence, calibration, agreement, correlation. */
export { type BettingTest, type BettingTestOptions, createBettingTest } from './betting-test.ts';
export { binomialTail, logBinomialTail } from './binomial-tail.ts';
export { bootstrapInterval, type BootstrapOptions, pairedBootstrapInterval } from './bootstrap-interval.ts';
export { brierScore, expectedCalibrationError } from './calibration.ts';
export { clopperPearson } from './clopper-pearson.ts';
export {
  type ConfidenceSequence,
  type ConfidenceSequenceOptions,
  createConfidenceSequence,
} from './confidence-sequence.ts';
export { averageRanks, pearson, spearman, type SpearmanResult } from './correlation.ts';
export { differenceInterval } from './difference-interval.ts';
export { createELond, type ELond, type OnlineDecision } from './e-lond.ts';
export { quantileOfF, quantileOfT, upperTailOfF } from './f-distribution.ts';
export { groupAdvantages } from './group-advantages.ts';
export { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';
export type { Interval } from './interval.ts';
export { bernoulliKl, klDivergence } from './kl-divergence.ts';
export { krippendorffAlpha, type Measurement } from './krippendorff-alpha.ts';
export { logGamma } from './log-gamma.ts';
export { normalCdf, normalQuantile } from './normal.ts';
export { type MaskedEpisode, type MaskLimits, mayTeach } from './off-policy-mask.ts';
export { pairedPermutationTest, type PermutationOptions, type PermutationResult } from './paired-permutation-test.ts';
export { signFlipTest } from './sign-flip-test.ts';
export { type Alternative, mcnemarExact, type McNemarResult, signTest } from './sign-test.ts';
export { geometricMean, mean, median, quantile, variance } from './summary.ts';
export { wilsonInterval } from './wilson-interval.ts';
