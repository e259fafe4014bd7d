/** What a graph is made of, and graphs made from others. */
export { cofactor, miter } from './compose.ts';
export { cleanup, graft, rebuild, sameInputs } from './graft.ts';
export { type CircuitStatistics, statisticsOf } from './statistics.ts';
export { coneOf, depthOf } from './structure.ts';
export { expandXors, recoverXors } from './xor-forms.ts';
