/** What a rollout asks of the world. */
export { type AskAgent, createAskAgent, type ProposingAgent } from './ask-agent.ts';
export type { Notice, Tell } from './notice.ts';
export { unscoredFrom } from './unscored.ts';
export { createMeter } from './usage.ts';
export { createRollouts, type RolloutCounts, type Rollouts } from './rollouts.ts';
export type { RolloutSettings } from './rollout-ports.ts';
export type { Rollout, RolloutPlan } from './rollout-plan.ts';
export { type AskCounts, createAsking } from './asking.ts';
export { ceilingOf } from './try-round.ts';
export { type Patience, usualPatience } from './backoff.ts';
export { rolloutEvidence, type RolloutPair } from './rollout-evidence.ts';
