import { createBettingTest } from '#foundation/statistics';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import { differenceInterval } from './difference-interval.ts';
import type { GateVerdict, Trial, TrialRollout } from '../gate.ts';
import { requirePairs } from './require-pairs.ts';
import { addPair, outcomeOf, type TaskScores, type TrialSetting } from './sequential-trial.ts';

/** The name, up to the margin, under which certificates of this test are checked again. */
export const MARGIN_TEST = 'betting-mean-above-margin';

/** No look at fewer tasks than this, unless there are no more. */
const FEWEST = 8;

/**
 * Whether a candidate is not worse than the incumbent by `margin` or more: for one that is simpler or cheaper, and need not be better.
 *
 *     accept     K ≥ 1 / level,   K the capital won by betting that E[candidate − incumbent] > −margin; no type of task fell
 *     reject     at a look, the candidate is behind by the margin, or a type fell, for which all tasks are looked at; or the tasks are used up and it is behind
 *     undecided  the tasks are used up and it is not behind; at once where not even equal scores throughout could be accepted
 *
 * Nothing is assumed of the differences but |d| ≤ 1: where few tasks were seen, one in ten that loses all may be among the
 * unseen, and flipped signs would call equal scores proof. The capital may be looked at as often as one likes, so looks
 * share no level. Every task gets all its repeats at once, or as many as there is room for; the unit is the task.
 *
 * @source Waudby-Smith & Ramdas 2024, arXiv:2010.09686, through `createBettingTest`; non-inferiority: Blackwelder 1982
 */
export function openMarginTrial(setting: TrialSetting & { readonly margin: number }): Trial {
  const { candidate, tasks, share, margin } = setting;
  const repeats = Math.min(setting.repeats, Math.floor(setting.room / Math.max(1, tasks.length)));
  const sizes = [4, 2, 1].map((part) => Math.ceil(tasks.length / part)).filter((size, i) => size >= FEWEST || i === 2);
  const scores = new Map<string, TaskScores>();
  const test = `${MARGIN_TEST}/${margin}`;
  let done = 0;
  let pairs = 0;
  let verdict: GateVerdict | undefined;

  const outcomes = (): PairedOutcome[] => tasks.flatMap((task) => outcomeOf(task, scores.get(task)));
  const differences = (): number[] => outcomes().map((outcome) => outcome.candidate - outcome.incumbent);
  const block = (): TrialRollout[] =>
    verdict === undefined ? repeated(tasks.slice(sizes[done - 1] ?? 0, sizes[done]), { ...setting, repeats }) : [];
  const end = (found: GateVerdict): void => {
    verdict = found;
    share.close({ hasLooked: done > 0, isAccepted: found === 'accept' });
    setting.onEnd(found, done === 0 ? 0 : repeats);
  };

  const allEqual = tasks.map(() => 0);
  if (repeats < 1 || pOf(allEqual, margin) > share.level) end('undecided');
  return {
    candidate,
    next: block,
    report(reported) {
      requirePairs(reported, block());
      for (const pair of reported) addPair(scores, pair);
      pairs += reported.length;
      done += 1;
      const { gain } = differenceInterval(differences());
      const isLast = done === sizes.length;
      const isNoWorse = pOf(differences(), margin) <= share.level;
      // Few tasks of a type cannot tell whether it fell.
      if (isNoWorse && (isLast || setting.fallen === undefined))
        end((setting.fallen?.(outcomes()) ?? []).length > 0 ? 'reject' : 'accept');
      else if (gain <= -margin) end('reject');
      else if (isLast) end(gain < 0 ? 'reject' : 'undecided');
    },
    get verdict() {
      return verdict;
    },
    get action() {
      return verdict;
    },
    evidence() {
      const figures = differenceInterval(differences());
      const pValue = pOf(differences(), margin);
      const alpha = share.level;
      return {
        outcomes: outcomes(),
        test,
        alpha,
        pValue,
        ...figures,
        pairs,
        looks: done,
        spent: done === 0 ? 0 : alpha,
      };
    },
  };
}

function repeated(tasks: readonly string[], { repeats, firstRepeat }: TrialSetting): TrialRollout[] {
  return tasks.flatMap((task) => Array.from({ length: repeats }, (_, i) => ({ task, repeat: firstRepeat + i })));
}

/** 1 / K, at most 1. K does not depend on the order of the tasks. */
function pOf(differences: readonly number[], margin: number): number {
  const bets = createBettingTest({ alpha: 0.5, nullMean: (1 - margin) / 2, alternative: 'greater' });
  for (const d of differences) bets.add((d + 1) / 2);
  return Math.min(1, 1 / bets.wealth());
}
