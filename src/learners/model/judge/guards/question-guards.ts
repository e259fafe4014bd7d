import { mean } from '#foundation/statistics';
import type { JudgedAnswer } from '../judgements.ts';

/** Why nothing can be learnt from a question with these judgements, or nothing. */
export type WorthFault = 'one-answer' | 'mastered' | 'hopeless';

interface WorthLimits {
  /** Mean score at and above which strong answers count as good, and at and below which as hopeless. */
  readonly mastered: number;
  readonly hopeless: number;
}

/** Where a question counts as mastered or hopeless. */
const worthLimits: WorthLimits = { mastered: 0.9, hopeless: 0.1 };

/**
 * Whether answers leave something to learn: `one-answer` when all drawn answers are the same text (trivial, or a solver without
 * variety), `mastered` when every strong answer is good, `hopeless` when every answer is bad.
 *
 * @source the band of R-Zero (arXiv:2508.05004) and of learnability sampling (Foster et al. 2025), on judged means
 */
export function findWorthFault(answers: readonly JudgedAnswer[], limits = worthLimits): WorthFault | undefined {
  const scored = answers.filter(({ scores }) => scores.length > 0);
  if (scored.length < 2) return 'one-answer';
  const strong = scored.filter((answer) => answer.strong > 0);
  if (strong.length > 0 && strong.every(({ scores }) => mean(scores) >= limits.mastered)) return 'mastered';
  if (scored.every(({ scores }) => mean(scores) <= limits.hopeless)) return 'hopeless';
  return undefined;
}

/** When a reliability was measured: on which solver, in which iteration. */
export interface MeasuredAt {
  readonly solver: string;
  readonly iteration: number;
}

/**
 * Whether a reliability is too old to be used: answers of another solver may be told apart more or less well.
 *
 * @source own; the answers that a question is judged on come from the solver's distribution, which training moves
 */
export function isStale(measured: MeasuredAt, now: MeasuredAt, mostIterations: number): boolean {
  return measured.solver !== now.solver && now.iteration - measured.iteration > mostIterations;
}
