/** Hypothesis classes, and the race between them. */
export { type ClassName, classNames } from './class-name.ts';
export { hypothesisClasses } from './hypothesis-classes.ts';
export type { BitEpisode, BitStep } from './evidence.ts';
export type { HypothesisClass, Learnt } from './hypothesis-class.ts';
export { describeLibrary } from './terms/library.ts';
export { InstalledThinker } from './installed-thinker.ts';
export type { Actor, Practice } from './practice.ts';
export { proveThinkPlan } from './prove-think-plan.ts';
export { race, raceDefaults, type RaceResult, raceSettings } from './race.ts';
export type { ThinkPlan } from './think-plan.ts';
