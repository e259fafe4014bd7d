import type { PairedOutcome } from '#foundation/contracts/certificates';
import { signTest } from '#foundation/statistics';
import type { GateVerdict, Trial } from '../gate.ts';
import { differenceInterval } from './difference-interval.ts';
import { SIGN_TEST, signGate } from './sign-gate.ts';

/** A trial of one look, with what its reader wants to know besides. */
export interface SignTrial extends Trial {
  /** Tasks that the candidate did better on, and worse. */
  readonly signs: { readonly wins: number; readonly losses: number };
}

/**
 * A trial of one look by the exact sign test at a level. It names no tasks: whoever plays draws fresh ones, and reports them once. With
 * `worseAt`, a candidate is rejected only where the other side of the test reaches that level, and undecided otherwise.
 *
 * @source `sign-gate.ts`
 */
export function openSignTrial(
  candidate: string,
  { alpha, worseAt }: { readonly alpha: number; readonly worseAt?: number },
): SignTrial {
  let outcomes: readonly PairedOutcome[] = [];
  let decision: ReturnType<typeof signGate> | undefined;
  const verdictOf = ({ verdict, wins, losses }: ReturnType<typeof signGate>): GateVerdict => {
    if (verdict === 'accept' || worseAt === undefined) return verdict;
    return signTest(losses, wins, 'greater') <= worseAt ? 'reject' : 'undecided';
  };
  return {
    candidate,
    next: () => [],
    report(pairs) {
      outcomes = pairs.flatMap(({ task, incumbent, candidate: own }) =>
        incumbent === null || own === null ? [] : [{ task, incumbent, candidate: own }],
      );
      decision = signGate(outcomes, alpha);
    },
    get verdict() {
      return decision === undefined ? undefined : verdictOf(decision);
    },
    get action() {
      return this.verdict;
    },
    get signs() {
      return { wins: decision?.wins ?? 0, losses: decision?.losses ?? 0 };
    },
    evidence: () => ({
      outcomes,
      test: SIGN_TEST,
      alpha,
      pValue: decision?.pValue ?? 1,
      ...differenceInterval(outcomes.map((outcome) => outcome.candidate - outcome.incumbent)),
      pairs: outcomes.length,
      looks: decision === undefined ? 0 : 1,
      spent: decision === undefined ? 0 : alpha,
    }),
  };
}
