/** How far a judge's judgements can be relied on, question by question, and what guards a loop that trains on them. */
export { adaptKlWeight, collapseLimits, type Diversity, findCollapse, measureDiversity } from './collapse.ts';
export { combiners } from './combine.ts';
export { confirmPairs, type RankedPair } from './confirm-pair.ts';
export { consistency } from './consistency.ts';
export { type ControlReport, readControls } from './controls.ts';
export { discoveries } from './discoveries.ts';
export { type DriftReport, measureDrift } from './drift.ts';
export type { Estimate } from './estimate.ts';
export { type Comparison, type DrawnAnswer, type JudgedAnswer, type Judgements, mergeAnswers } from './judgements.ts';
export { clusterTexts } from './novelty.ts';
export { positionBias, type PositionReport } from './position.ts';
export { createPreferenceTest, type PreferenceTest } from './preference-test.ts';
export { findWorthFault, isStale, type MeasuredAt } from './question-guards.ts';
export {
  batchNoise,
  measureReliability,
  modeSettings,
  type Reliability,
  reliabilityDefaults,
  type ReliabilitySettings,
} from './reliability.ts';
export { findTextFault } from './text-guards.ts';
export { poolValidity, type Validity } from './validity.ts';
