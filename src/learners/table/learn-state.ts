import type { Hash } from '#foundation/kernel';
import type { Rule } from '#learners/machine/terms';
import type { Tried } from '#ratchet/trial';
import type { Found } from './search-rules.ts';

/** All that a run of `learn` knows between two trials. */
export interface LearnState {
  /** The rule in force: the commonest answer, until a trial accepts another. */
  readonly rule: Rule;
  readonly hash: Hash;
  /** What it began with. */
  readonly commonest: Rule;
  readonly looks: number;
  /** Candidates that were tried or passed over. */
  readonly tried: number;
  readonly accepted: number;
  /** Rules to try, the shortest first. */
  readonly candidates: readonly Found[];
  /** Rules from parts of the rows. */
  readonly committee: readonly Rule[];
  readonly effort: number;
  readonly isStopped: boolean;
  readonly trials: readonly Trialled[];
}

/** How a rule did against the one in force, on rows that were held out. */
export interface Trialled {
  readonly candidate: Hash;
  readonly verdict: Tried['verdict'];
  readonly wins: number;
  readonly losses: number;
  readonly pValue: number;
  readonly alpha: number;
}
