import type { Json } from '#foundation/contracts';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import { mean } from '#foundation/statistics';
import { differenceInterval } from './trials/difference-interval.ts';
import type { GateAction, Tests, Trial, TrialEvidence, TrialPair, TrialRollout } from './gate.ts';
import { readOnePassState } from './read-snapshot.ts';
import { requirePairs } from './trials/require-pairs.ts';

/** What a one-pass gate remembers: the best mean seen among incumbents, for the word `new-best`. */
interface OnePassState {
  best: number | null;
}

/**
 * The rules without statistics, kept for comparison: one pass over the validation tasks, then
 *
 *     strict:  accept iff mean(candidate) > mean(incumbent); ties reject. With a margin: iff > mean(incumbent) − margin
 *     off:     accept
 *
 * The incumbent's rollouts have repeat 0 in every trial, so a store that knows them answers from memory: as in the
 * original, an incumbent keeps the luck of its first measurement.
 *
 * @source SkillOpt (arXiv:2605.23904), its gate with `use_gate` true and false
 */
export function createOnePassTests(kind: 'strict' | 'off', tasks: readonly string[], snapshot: unknown): Tests {
  const state: OnePassState = snapshot === undefined ? { best: null } : readOnePassState(snapshot);
  const all = tasks.map((task) => ({ task, repeat: 0 }));
  return {
    open: ({ id, margin }) => openTrial({ id, margin }, kind, all, state),
    snapshot: (): Json => ({ best: state.best }),
  };
}

function openTrial(
  { id: candidate, margin }: { readonly id: string; readonly margin: number | undefined },
  kind: 'strict' | 'off',
  all: readonly TrialRollout[],
  state: OnePassState,
): Trial {
  let outcomes: readonly PairedOutcome[] = [];
  let action: GateAction | undefined;
  const isPassed = (before: number, after: number): boolean =>
    margin === undefined ? after > before : after > before - margin;
  return {
    candidate,
    next: () => (action === undefined ? all : []),
    report(pairs) {
      requirePairs(pairs, action === undefined ? all : []);
      outcomes = scoredOutcomes(pairs);
      const before = outcomes.length === 0 ? 0 : mean(outcomes.map((outcome) => outcome.incumbent));
      const after = outcomes.length === 0 ? 0 : mean(outcomes.map((outcome) => outcome.candidate));
      const best = state.best ?? before;
      action = kind === 'off' ? 'forced' : !isPassed(before, after) ? 'reject' : after > best ? 'new-best' : 'accept';
      state.best = action === 'reject' ? best : Math.max(best, after);
    },
    get verdict() {
      return action === undefined ? undefined : action === 'reject' ? ('reject' as const) : ('accept' as const);
    },
    get action() {
      return action;
    },
    evidence: (): TrialEvidence => {
      const differences = outcomes.map((outcome) => outcome.candidate - outcome.incumbent);
      return {
        outcomes,
        test: kind === 'off' ? 'none' : 'strictly-greater-mean',
        alpha: 1,
        pValue: 1,
        ...differenceInterval(differences),
        pairs: action === undefined ? 0 : all.length,
        looks: action === undefined ? 0 : 1,
        // No test, so nothing of an error budget.
        spent: 0,
      };
    },
  };
}

function scoredOutcomes(pairs: readonly TrialPair[]): PairedOutcome[] {
  return pairs.flatMap(({ task, incumbent, candidate }) =>
    incumbent === null || candidate === null ? [] : [{ task, incumbent, candidate }],
  );
}
