/** How far a judge's judgements can be relied on, question by question, and what guards a loop that trains on them. */
export {
  adaptKlWeight,
  type CollapseLimits,
  collapseLimits,
  type Diversity,
  estimateKl,
  findCollapse,
  measureDiversity,
} from './collapse.ts';
export { combine, type Combiner, combiners } from './combine.ts';
export { confirmPairs, type RankedPair } from './confirm-pair.ts';
export { consistency, type ConsistencyMode } from './consistency.ts';
export { type ControlReport, type ControlResult, readControls } from './controls.ts';
export { discoveries } from './discoveries.ts';
export { type DriftReport, measureDrift } from './drift.ts';
export type { Estimate } from './estimate.ts';
export { type AgreementReport, judgeAgreement } from './judge-agreement.ts';
export {
  type AnswerRegime,
  type Comparison,
  type DrawnAnswer,
  type JudgedAnswer,
  type Judgements,
  mergeAnswers,
} from './judgements.ts';
export { type Archive, clusterTexts, createArchive } from './novelty.ts';
export { positionBias, type PositionReport } from './position.ts';
export { createPreferenceTest, preferenceEvidence, type PreferenceTest } from './preference-test.ts';
export { findWorthFault, isStale, type MeasuredAt, type WorthFault, worthLimits } from './question-guards.ts';
export {
  batchNoise,
  measureReliability,
  modeSettings,
  type Reliability,
  reliabilityDefaults,
  type ReliabilitySettings,
} from './reliability.ts';
export { findTextFault, type TextFault } from './text-guards.ts';
export { coefficientOfConsistence } from './transitivity.ts';
export { poolValidity, type Validity } from './validity.ts';
export type { NoisePrior } from './variance-components.ts';
