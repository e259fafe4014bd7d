/** Statistics: intervals, exact and sequential tests, divergence, calibration, agreement, correlation. */
export { createBettingTest } from './betting-test.ts';
export { bootstrapInterval } from './bootstrap-interval.ts';
export { pearson } from './correlation.ts';
export { exactInterval } from './exact-interval.ts';
export { groupAdvantages } from './group-advantages.ts';
export type { Interval } from './interval.ts';
export { klDivergence } from './kl-divergence.ts';
export { krippendorffAlpha } from './krippendorff-alpha.ts';
export { mayTeach } from './off-policy-mask.ts';
export { pairedInterval } from './paired-interval.ts';
export { signFlipTest } from './sign-flip-test.ts';
export { signTest } from './sign-test.ts';
export { geometricMean, mean, median, quantile, variance } from './summary.ts';
export { wilsonInterval } from './wilson-interval.ts';
