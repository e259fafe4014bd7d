import type { Echo } from './echo.ts';
import type { Elsewhere } from './elsewhere.ts';

/**
 * Which of some hidden cases the episode is. Each case begins with a deficit and gets more by what is heard, in eighths of a bit; what a choice is worth is the
 * sum of 2^(−deficit) times its worth in each case.
 */
export interface CaseValues {
  readonly kind: 'cases';
  readonly echo: Echo;
  readonly elsewhere?: Elsewhere;
  readonly deficits: readonly number[];
  /** By case and by what is heard, `2 · choice + paid`. */
  readonly costs: readonly (readonly number[])[];
  /** By case and choice. */
  readonly worth: readonly (readonly number[])[];
}

/**
 * What each choice is worth where some flags hold: the sum of its weights at these. A choice that was paid moves its weights up by what was missing, else down
 * by what was foreseen, each a 2^shift-th of it.
 */
export interface OwnValues {
  readonly kind: 'own';
  readonly echo: Echo;
  readonly elsewhere?: Elsewhere;
  /** Words of one bit: a list's items, or a scalar. */
  readonly flags: readonly number[];
  /** Whether there is a weight that always counts. */
  readonly always: boolean;
  /** What is foreseen before anything is known, of 1,024. */
  readonly base: number;
  readonly shift: number;
}

export type EpisodeValues = CaseValues | OwnValues;

/** What is certain to pay is worth this much. */
export const WHOLE = 1024;
/** Deficits in parts of a bit, and where they end. */
export const PARTS = 8;
export const DEFICIT_BITS = 8;
export const WORTH_BITS = 5;
export const WEIGHT_BITS = 12;

/** 2^(−deficit / 8) of 255, rounded down octave by octave as wires shift it. */
export function shareOfDeficit(deficit: number): number {
  return Math.round(255 * 2 ** (-(deficit % PARTS) / PARTS)) >> Math.floor(deficit / PARTS);
}
