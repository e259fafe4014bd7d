import type { Tried as TriedByGate } from '#ratchet/trial';

/** What the gate found of a candidate. */
export interface Tried extends TriedByGate {
  /** Means on the validation tasks that were looked at; null where none has a score. */
  readonly hard: number | null;
  readonly soft: number | null;
  /** What the change is, and what it is tried for. */
  readonly claim: string;
  /** Whether an acceptance was tested: then it is the best there is. */
  readonly isTested: boolean;
  /** What its share of the error budget follows from. */
  readonly share: { readonly weight: number; readonly part?: number };
}
