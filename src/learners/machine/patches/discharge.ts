import { type Circuit, evaluateOnce } from '#logic/circuit/graph';
import { checkProof, parseDimacs } from '#logic/sat';
import { proveNever } from '#logic/verify';
import type { ProofMaterial } from '#logic/verify/certify';
import type { Obligation } from './obligations.ts';

/** Limits of one verification. */
export interface VerificationLimits {
  readonly variables: number;
  readonly clauses: number;
  readonly conflicts: number;
}

/** What became of an obligation. */
export type Discharged =
  | { readonly answer: 'proved'; readonly material: ProofMaterial }
  /** The planes before the step, in a lane where the claim fails. */
  | { readonly answer: 'refuted'; readonly planes: readonly boolean[] }
  | { readonly answer: 'unknown'; readonly why: string };

/**
 * Proves an obligation; a proof counts only once the checker, which shares no code with the solver, has verified it.
 * What broke an earlier proposal is tried first.
 */
export function discharge(
  { violation }: Obligation,
  limits: VerificationLimits,
  known: readonly (readonly boolean[])[] = [],
): Discharged {
  const old = known.find((planes) => evaluateOnce(violation, planes)[0] === true);
  if (old !== undefined) return { answer: 'refuted', planes: old };
  const large = sizeFault(violation, limits);
  if (large !== undefined) return { answer: 'unknown', why: large };
  const outcome = proveNever(violation, { maxConflicts: limits.conflicts });
  if (outcome.answer === 'unknown') return outcome;
  if (outcome.answer === 'refuted') return { answer: 'refuted', planes: outcome.inputs };
  const checked = checkProof(parseDimacs(outcome.material.cnf), outcome.material.proof);
  if (!checked.verified) return { answer: 'unknown', why: `the proof does not check: ${checked.reason}` };
  return { answer: 'proved', material: outcome.material };
}

/** Tseitin gives a variable per node and at most four clauses per gate. */
function sizeFault({ nodeCount, inputCount }: Circuit, { variables, clauses }: VerificationLimits): string | undefined {
  if (nodeCount > variables) return `${nodeCount} variables are more than ${variables}`;
  const most = 4 * (nodeCount - inputCount);
  return most > clauses ? `${most} clauses are more than ${clauses}` : undefined;
}
