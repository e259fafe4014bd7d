import type { SkillVersion } from '../skill-version.ts';
import { type EpochBook, epochBook } from './epoch-book.ts';
import { type StepBook, stepBook } from './step-book.ts';
import { createState, type TrainState } from './train-state.ts';
import { type TrialBook, trialBook } from './trial-book.ts';

/** The only writer of what a run remembers: stages return data, and the loop has it booked here. */
export interface Book extends StepBook, TrialBook, EpochBook {
  readonly state: TrainState;
}

export function createBook(initial: SkillVersion): Book {
  const state = { ...createState(initial) };
  return { state, ...stepBook(state), ...trialBook(state), ...epochBook(state) };
}
