import { withAdviceGain } from '../propose/choose-advice.ts';
import { withProposerGain } from '../propose/choose-proposer.ts';
import type { Tried } from './tried.ts';
import type { Pages } from './pages.ts';
import type { Change, DraftPart, Maker } from './train-state.ts';

/** Credits the proposer of a change, and the advice in force when it was made: advice that was replaced since earns nothing. */
export function creditMaker(state: Pages, { proposer, advice }: Maker, credit: { tries: number; gain: number }): void {
  if (proposer === 'slow_update' || proposer === 'simplify') return;
  state.proposers = withProposerGain(state.proposers, proposer, credit);
  if (state.advice === undefined || advice?.text !== state.advice.text) return;
  state.advice = withAdviceGain(state.advice, advice.isUsed, { steps: credit.tries, gain: credit.gain });
}

/**
 * Credits the makers of what was tried. A change that was tried by itself earns its measured gain. The parts of a draft have their
 * training effects already: a refusal takes them away again, and an acceptance gives what the effects do not explain to the parts
 * that no training rollout has measured.
 */
export function creditParts(state: Pages, change: Change, parts: readonly DraftPart[], tried: Tried): void {
  const isAccepted = tried.verdict === 'accept';
  if (parts.length === 0) {
    creditMaker(state, change.maker, { tries: 1, gain: isAccepted ? Math.max(0, tried.evidence.gain) : 0 });
    return;
  }
  const known = parts.reduce((sum, { effect }) => sum + Math.max(0, effect ?? 0), 0);
  const unmeasured = parts.filter(({ effect }) => effect === undefined);
  for (const { maker, effect } of parts) {
    const gain = isAccepted
      ? effect === undefined
        ? Math.max(0, tried.evidence.gain - known) / unmeasured.length
        : 0
      : tried.verdict === 'reject'
        ? -Math.max(0, effect ?? 0)
        : 0;
    creditMaker(state, maker, { tries: 0, gain });
  }
}
