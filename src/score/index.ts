/** Scorers of replies and artefacts. */
export { createScorer, ScorerSettings } from './create-scorer.ts';
