import type { Facts } from './facts.ts';

/** Where a trial stands among those of its run. */
export interface TrialPlace {
  /** Trials before it, and those of them that were accepted. */
  readonly looks: number;
  readonly acceptances: number;
  /** Trials before it of the same skill: template and level. */
  readonly looksAtSkill: number;
  /** The first event of the run, and the event of the trial. */
  readonly begun: Facts;
  readonly trial: Facts;
}

/** What is kept of the error budget for templates that a person adds later. */
const LATER = 0.1;

/** The k-th part of a budget that any number of trials may share: alpha · 6 / (π² k²). */
export function partOf(alpha: number, k: number): number {
  return (6 * alpha) / (Math.PI ** 2 * k ** 2);
}

/**
 * The level of a trial of a lesson: an even share for each template that the run began with and for each of its levels, spent by the looks
 * at that level, and more of it after each acceptance. Unknown for templates that joined later.
 *
 *     (1 − LATER) · alpha / templates / levels · 6 / (π² k²) · (1 + acceptances), at most ½
 *
 * @source LOND with weights: Javanmard & Montanari 2018
 */
export function lessonLevel(alpha: number, place: TrialPlace): number | undefined {
  const { templates, levels } = place.begun;
  if (!Array.isArray(templates) || !Array.isArray(levels)) return undefined;
  const count: unknown = levels[templates.indexOf(place.trial['template'])];
  if (typeof count !== 'number' || !(count >= 1)) return undefined;
  const share = (alpha * ((1 - LATER) / templates.length)) / count;
  return Math.min(0.5, partOf(share, place.looksAtSkill + 1) * (1 + place.acceptances));
}
