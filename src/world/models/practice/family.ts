import type { Rng } from '#foundation/kernel';

/** A kind of question whose answers are known here, and nowhere else. */
export interface Family {
  readonly kind: string;
  /** A question of this kind. */
  write(rng: Rng): string;
  /** The only right answer to a well-formed question of this kind. */
  solve(question: string): string;
  /** What those answer who have learnt it wrongly. */
  mistake(question: string): string;
}

/** The words of a question after its first. */
export function wordsOf(question: string): string[] {
  return question.split(' ').slice(1);
}

/** So many letters of an alphabet. */
export function letters(rng: Rng, least: number, most: number, alphabet = 'abcdef'): string {
  return Array.from({ length: rng.int(least, most) }, () => alphabet[rng.below(alphabet.length)]!).join('');
}
