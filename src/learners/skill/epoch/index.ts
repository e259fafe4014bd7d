/** What is remembered across steps and epochs. */
export { comparePairs, type ComparisonPair, keepPairs, pairPolicyOf, topUpBlock } from './comparison-pairs.ts';
export type { EpochComparison } from './epoch-text.ts';
export { writeMetaSkill } from './meta-skill.ts';
export { withSlowUpdate, writeSlowUpdate } from './slow-update.ts';
export { renderStepBuffer, StepDigest } from './step-buffer.ts';
