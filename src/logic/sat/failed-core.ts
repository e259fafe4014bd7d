import { followReasons } from './follow-reasons.ts';
import { type Memory, Word } from './memory.ts';

/** Why an assumption cannot hold: the assumptions that exclude it, and what a proof of that needs. */
export interface FailedCore {
  /** Codes of assumptions that cannot hold together. */
  readonly assumptions: readonly number[];
  /** References of the clauses used, latest first. */
  readonly reasons: readonly number[];
  /** Level-0 variables used. */
  readonly units: readonly number[];
}

/**
 * Follows the reasons of the falsified assumption back to decisions, which are assumptions all.
 *
 * @source Eén & Sörensson 2003, Temporal induction by incremental SAT solving: final conflict analysis
 */
export function failedCore(m: Memory): FailedCore {
  const failed = m.words[Word.failed]!;
  const { decisions, reasons, units } = followReasons(m, [failed >> 1]);
  return { assumptions: [failed, ...decisions], reasons, units };
}
