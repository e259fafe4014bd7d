import { creditDomains } from '#schedule/domains';
import { adjustVerifyShare, learnCost, observeVerification, poxScore, rankPatches } from '#schedule/patches';
import type { EvolveState } from './evolve-state.ts';
import type { VerifiedPatch } from './verified-patch.ts';

/** The state after a patch: what is proved is in force, what is refuted is a place to practise. @source spec/pipeline §6 */
export function bookPatch(state: EvolveState, { ranked, fragment, found, parts }: VerifiedPatch): EvolveState {
  const { patches, knobs, practice } = state;
  if (!('effort' in found)) {
    if (found.answer === 'forced') return applied(state, fragment, parts);
    return found.answer === 'gone' ? state : { ...state, patches: { ...patches, stale: patches.stale + 1 } };
  }
  const isProved = found.answer === 'proved';
  const effort = patches.effort + found.effort;
  const learnt = {
    ...practice,
    costs: learnCost(practice.costs, ranked.features, found.effort),
    share: observeVerification(practice.share, isProved, ranked.priority, knobs),
  };
  if (found.answer === 'proved') {
    const board = creditDomains(practice.board, ranked.patch.domains, poxScore(ranked.patch.gain, knobs), knobs);
    const named = new Set([...state.named, found.certificate]);
    return applied(
      { ...state, named, practice: { ...learnt, board }, patches: { ...patches, effort } },
      fragment,
      parts,
    );
  }
  const next = { ...state, practice: learnt, patches: { ...patches, effort } };
  if (found.answer === 'unknown') return { ...next, patches: { ...next.patches, unknown: patches.unknown + 1 } };
  const known = [...(state.counterexamples[fragment] ?? []), found.planes];
  return {
    ...next,
    counterexamples: { ...state.counterexamples, [fragment]: known },
    toPractise: [...state.toPractise.filter((each) => each !== fragment), fragment],
    patches: { ...next.patches, refused: patches.refused + 1 },
  };
}

function applied(state: EvolveState, fragment: string, parts: VerifiedPatch['parts']): EvolveState {
  const { main, patches } = state;
  return {
    ...state,
    changed: new Set([...state.changed, fragment]),
    main: { ...main, patched: { ...main.patched, [fragment]: parts } },
    patches: { ...patches, proved: patches.proved + 1 },
  };
}

/** alpha_verify after a look at the queue. @source spec/pipeline §6 */
export function weighVerification(state: EvolveState): EvolveState {
  const { practice, queue, knobs } = state;
  const priorities = rankPatches(queue, practice.costs, knobs).map(({ priority }) => priority);
  return { ...state, practice: { ...practice, share: adjustVerifyShare(practice.share, priorities, knobs) } };
}
