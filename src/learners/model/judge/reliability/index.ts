/** How far judgements of one question can be relied on. */
export { combiners } from './combine.ts';
export { consistency } from './consistency.ts';
export type { Estimate } from './estimate.ts';
export { positionBias, type PositionReport } from './position.ts';
export {
  batchNoise,
  measureReliability,
  modeSettings,
  type Reliability,
  reliabilityDefaults,
  type ReliabilitySettings,
} from './reliability.ts';
export { addEvidence, noEvidence, type ValidityEvidence, validityEvidence, validityOf } from './validity.ts';
export { varianceComponents } from './variance-components.ts';
