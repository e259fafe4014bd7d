import type { JudgedAnswer } from '#learners/model/judge';
import { findWorthFault } from '#learners/model/judge/guards';
import {
  addEvidence,
  noEvidence,
  type ValidityEvidence,
  validityEvidence,
  varianceComponents,
} from '#learners/model/judge/reliability';

/** A question whose answers are scored. */
export interface ScoredQuestion {
  readonly question: string;
  readonly kind: string;
  readonly answers: readonly JudgedAnswer[];
}

/** Whether a comparison could make these answers teach: their scores leave something to learn and tell them apart. */
export function mayTeach(answers: readonly JudgedAnswer[], falseDiscoveries: number): boolean {
  // No p above q is among the discoveries at q, whatever the others are.
  return findWorthFault(answers) === undefined && (varianceComponents(answers)?.pValue ?? 1) <= falseDiscoveries;
}

/** What answers say of whether the judge sees quality in their kind; nothing where it does not tell them apart. */
export function evidenceOf(answers: readonly JudgedAnswer[], falseDiscoveries: number): ValidityEvidence {
  return mayTeach(answers, falseDiscoveries) ? validityEvidence(answers) : noEvidence;
}

/** The same summed by kind. */
export function evidenceOfKinds(
  scored: readonly Pick<ScoredQuestion, 'kind' | 'answers'>[],
  falseDiscoveries: number,
): Map<string, ValidityEvidence> {
  const byKind = new Map<string, ValidityEvidence>();
  for (const { kind, answers } of scored)
    byKind.set(kind, addEvidence(byKind.get(kind) ?? noEvidence, evidenceOf(answers, falseDiscoveries)));
  return byKind;
}
