import type { StepProgram } from './programs/program.ts';
import type { Sequence } from './sequence.ts';

/** What may be spent on one template; all of it counted. */
export interface SearchBudget {
  /** Conflicts of the solver, or decisions where a table is filled on demand. */
  readonly effort: number;
  /** Candidates tried. */
  readonly rounds: number;
}

/** Picks a sequence that a candidate gets wrong, among those up to a length; undefined when the candidate may stay. */
export type FindCounterexample = (program: StepProgram, maxLength?: number) => Sequence | undefined;

/** What a template has to say of the data. */
export interface TemplateSearch {
  readonly answer: 'found' | 'none' | 'unknown';
  readonly program?: StepProgram;
  readonly rounds: number;
  readonly effort: number;
  /** Sequences that the candidates had to agree with in the end. */
  readonly examples: readonly Sequence[];
}
