import type { StepResult } from '#contracts';

/** One running task through its bit face, with the actions counted from 0. */
export interface BitEpisode {
  readonly actions: number;
  /** The observation's bits as text: a key for tables. */
  observe(): string;
  step(action: number): StepResult;
  /** (R − R_random) / (R_optimal − R_random). */
  normalise(total: number): number;
}

/** A template at one level, as a supply of episodes. The same seed path gives the same task. */
export interface BitPractice {
  readonly name: string;
  readonly seedPath: string;
  start(seedPath: string): BitEpisode;
}
