import type { StepProgram } from './programs/program.ts';

/** What one template cost. */
export interface TemplateRecord {
  readonly template: string;
  readonly bits: number;
  readonly answer: 'found' | 'none' | 'unknown' | 'too long' | 'noisy' | 'refuted';
  readonly rounds: number;
  readonly effort: number;
  /** Training errors of the best program, where labels may be wrong. */
  readonly errors?: number;
}

/** What was learnt, and on what grounds. */
export interface LearntProgram {
  readonly program: StepProgram;
  /** `exact`: agrees with all data. `noisy`: agrees with most. `constant`: nothing was found that may be believed. */
  readonly grounds: 'exact' | 'noisy' | 'constant';
  readonly template: string;
  readonly sequences: number;
  /** Sequences that the program gets wrong, and those that the best constant gets wrong. */
  readonly errors: number;
  readonly constantErrors: number;
  /** With probability 0.95 the risk is at most this. */
  readonly riskBound: number;
  readonly tried: readonly TemplateRecord[];
  /** Sequences that joined the evidence. */
  readonly counterexamples: number;
}

/** ln(1/δ) for the bounds on the risk, δ = 0.05. */
export const CONFIDENCE = Math.log(20);
