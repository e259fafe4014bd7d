import type { PairedOutcome } from '#foundation/contracts/certificates';
import type { GateVerdict } from '../gate.ts';
import { differenceInterval } from './difference-interval.ts';
import { pairedSignFlip, SIGN_FLIP_TEST } from './paired-sign-flip.ts';
import { hiddenLossPValue, worstLoss } from './rare-loss-guard.ts';
import { countSigns } from './sign-gate.ts';
import type { SignTrial } from './sign-trial.ts';

/**
 * A trial of one look by exact sign flips at a level: how much is won and lost counts, not only how often. It names no tasks: whoever plays
 * draws fresh ones, and reports them once, with scores in [0, 1].
 *
 *     accept     p ≤ alpha, and no rare loss could hide
 *     reject     the candidate is not ahead
 *     undecided  it is ahead, and the data cannot tell
 *
 * @source `paired-sign-flip.ts`, `rare-loss-guard.ts`
 */
export function openFlipTrial(candidate: string, alpha: number): SignTrial {
  let outcomes: readonly PairedOutcome[] = [];
  let verdict: GateVerdict | undefined;
  let found = { test: `${SIGN_FLIP_TEST}/1`, pValue: 1 };
  return {
    candidate,
    next: () => [],
    report(pairs) {
      outcomes = pairs.flatMap(({ task, incumbent, candidate: own }) =>
        incumbent === null || own === null ? [] : [{ task, incumbent, candidate: own }],
      );
      found = pairedSignFlip(outcomes);
      const differences = outcomes.map((outcome) => outcome.candidate - outcome.incumbent);
      const hidden = hiddenLossPValue(differences, worstLoss(outcomes.map(({ incumbent }) => incumbent)));
      if (found.pValue <= alpha && hidden <= alpha) verdict = 'accept';
      else verdict = differenceInterval(differences).gain > 0 ? 'undecided' : 'reject';
    },
    get verdict() {
      return verdict;
    },
    get action() {
      return verdict;
    },
    get signs() {
      return countSigns(outcomes);
    },
    evidence: () => ({
      outcomes,
      ...found,
      alpha,
      ...differenceInterval(outcomes.map((outcome) => outcome.candidate - outcome.incumbent)),
      pairs: outcomes.length,
      looks: verdict === undefined ? 0 : 1,
      spent: verdict === undefined ? 0 : alpha,
    }),
  };
}
