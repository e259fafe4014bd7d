import type { Rng } from '#foundation/kernel';

/** How a judge looks at the answers to one family of questions. */
export type JudgeProfile =
  /** Sees what is right, with this noise; prefers the right one of two in so many cases. */
  | { readonly kind: 'clean'; readonly spread: number; readonly preference: number }
  /** Sees nothing. */
  | { readonly kind: 'noise' }
  /** Sees something else, and is sure of it. */
  | { readonly kind: 'biased' }
  /** Takes what stands first. */
  | { readonly kind: 'position' }
  /** Takes wrong for right. */
  | { readonly kind: 'inverted' };

/** What a judge may look at in an answer. */
export interface Seen {
  readonly isRight: boolean;
  /** In [0, 1], and nothing to do with being right. */
  readonly feature: number;
}

const clip = (x: number): number => Math.min(1, Math.max(0, x));

/** One pass over one answer. */
export function scoreBy(profile: JudgeProfile, { isRight, feature }: Seen, rng: Rng): number {
  switch (profile.kind) {
    case 'clean':
      return clip((isRight ? 0.85 : 0.15) + profile.spread * rng.normal());
    case 'inverted':
      return clip((isRight ? 0.15 : 0.85) + 0.1 * rng.normal());
    case 'noise':
      return rng.float();
    case 'biased':
      return clip(0.1 + 0.8 * feature + 0.05 * rng.normal());
    case 'position':
      return clip(0.5 + 0.1 * rng.normal());
  }
}

/** The chance that the first of two answers is preferred. */
export function firstWins(profile: JudgeProfile, first: Seen, second: Seen): number {
  const byRight = (chance: number): number =>
    first.isRight === second.isRight ? 0.5 : first.isRight ? chance : 1 - chance;
  switch (profile.kind) {
    case 'clean':
      return byRight(profile.preference);
    case 'inverted':
      return byRight(0.05);
    case 'noise':
      return 0.5;
    case 'biased':
      return first.feature > second.feature ? 0.95 : 0.05;
    case 'position':
      return 0.95;
  }
}

/** One pass over several answers: places, best first, by a score of each; who takes the first place takes them as they stand. */
export function rankBy(profile: JudgeProfile, answers: readonly Seen[], rng: Rng): number[] {
  const places = answers.map((_, place) => place);
  if (profile.kind === 'position') return places;
  const scores = answers.map((answer) => scoreBy(profile, answer, rng));
  return places.toSorted((a, b) => scores[b]! - scores[a]! || a - b);
}
