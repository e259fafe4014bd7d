/** A candidate against the incumbent: on the same tasks, at the levels of a gate. */
export { tellVerdict } from './tell-verdict.ts';
export { type Tried, tryCandidate } from './try-candidate.ts';
