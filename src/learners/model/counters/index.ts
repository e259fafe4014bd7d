/** A language model of adaptive counters: it predicts the next byte from tables of contexts, and learns while it reads. */
export { codeLength } from './code-length.ts';
export { measureCounters } from './measure-counters.ts';
export type { Predictor } from './predictor.ts';
export { cutEvenly, readAndFreeze } from './read-and-freeze.ts';
export { sizesFor } from './sizes-for.ts';
export { createTextPredictor, createTokenPredictor, describePredictor } from './text-predictor.ts';
export type { Nesting } from './token-router.ts';
