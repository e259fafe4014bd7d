/** Scorers of replies and artefacts. */
export { createScorer, type ScorerPorts, ScorerSettings } from './create-scorer.ts';
