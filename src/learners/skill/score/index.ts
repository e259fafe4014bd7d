/** Scorers of replies and artefacts. */
export { createScorer, ScorerSettings } from './create-scorer.ts';
export { tryScorer } from './try-scorer.ts';
