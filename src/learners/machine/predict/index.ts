/** Predictors of the next symbol, made of routed experts. */
export type { Predictor } from './predictor.ts';
export { createTextPredictor, createTokenPredictor, describePredictor } from './text-predictor.ts';
export type { TextSizes } from './text-router.ts';
export type { Nesting } from './token-router.ts';
