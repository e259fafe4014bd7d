/** Automata by merging states. */
export { learnEdsm, type MergedAutomaton, runMerged } from './state-merging.ts';
