import type { PairedOutcome } from '#foundation/contracts/certificates';
import type { BudgetShare } from './error-budget.ts';
import { differenceInterval } from './difference-interval.ts';
import type { GateVerdict, Trial, TrialPair, TrialRollout } from '../gate.ts';
import { type Look, planLooks } from './look-plan.ts';
import { pairedSignFlip, SIGN_FLIP_TEST } from './paired-sign-flip.ts';
import { hiddenLossPValue, worstLoss } from './rare-loss-guard.ts';
import { requirePairs } from './require-pairs.ts';
import { stillPossible } from './still-possible.ts';
import type { TypeFall } from './watch-types.ts';

export interface TrialSetting {
  readonly candidate: string;
  /** The tasks in the order of this trial's looks. */
  readonly tasks: readonly string[];
  readonly repeats: number;
  /** Pairs that there is room for. */
  readonly room: number;
  /** The number of the trial's first repeat. */
  readonly firstRepeat: number;
  readonly hopeless: number;
  readonly share: BudgetShare;
  /** Where tasks are of several types: those that fell. A candidate that would be accepted is then refused. */
  readonly fallen?: (outcomes: readonly PairedOutcome[]) => readonly TypeFall[];
  /** Called once, when the trial is decided. */
  onEnd(verdict: GateVerdict, repeatsUsed: number): void;
}

export interface TaskScores {
  incumbent: number;
  candidate: number;
  count: number;
}

/**
 * One candidate against the incumbent: rollouts in fixed blocks, a look after each.
 *
 *     accept     p ≤ level · share of the look, no rare loss could hide, and no type of task fell
 *     reject     the plan is over, or hopeless, and the candidate is not ahead; or a type fell at the last look
 *     undecided  the plan is over, or hopeless, and it is ahead; at once where not even a clean sweep could be accepted
 *
 * @source see `sequential-gate.ts`
 */
export function openSequentialTrial(setting: TrialSetting): Trial {
  const { candidate, tasks, share } = setting;
  const looks = planLooks({ tasks: tasks.length, repeats: setting.repeats, room: setting.room }, share.level);
  const scores = new Map<string, TaskScores>();
  let done = 0;
  let pairs = 0;
  let verdict: GateVerdict | undefined;
  let last = { test: `${SIGN_FLIP_TEST}/1`, pValue: 1, alpha: share.level };

  const end = (found: GateVerdict): void => {
    verdict = found;
    share.close({ hasLooked: done > 0, isAccepted: found === 'accept' });
    setting.onEnd(found, done === 0 ? 0 : looks[done - 1]!.repeats);
  };
  const outcomes = (): PairedOutcome[] => tasks.flatMap((task) => outcomeOf(task, scores.get(task)));
  const block = (): TrialRollout[] => (verdict === undefined ? blockOf(looks[done]!, looks[done - 1], setting) : []);

  if (looks.every((look) => look.share === 0)) end('undecided');
  return {
    candidate,
    next: block,
    report(reported) {
      requirePairs(reported, block());
      for (const pair of reported) addPair(scores, pair);
      pairs += reported.length;
      const look = looks[done]!;
      done += 1;
      const seen = outcomes();
      last = { ...pairedSignFlip(seen), alpha: share.level * look.share };
      const differences = seen.map((outcome) => outcome.candidate - outcome.incumbent);
      const loss = worstLoss(seen.map((outcome) => outcome.incumbent));
      const isBetter = look.share > 0 && last.pValue <= last.alpha && hiddenLossPValue(differences, loss) <= last.alpha;
      const hasFallen = isBetter && (setting.fallen?.(seen) ?? []).length > 0;
      if (isBetter && !hasFallen) {
        end('accept');
        return;
      }
      const isAhead = differenceInterval(differences).gain > 0;
      // With all tasks seen, a candidate that is not ahead is given up: that can only lower the chance of accepting.
      const isBehind = look.tasks === looks.at(-1)!.tasks && !isAhead;
      const isOver = done === looks.length || isBehind || isHopeless(differences, looks, done, setting);
      if (isOver) end(isAhead && !hasFallen ? 'undecided' : 'reject');
    },
    get verdict() {
      return verdict;
    },
    get action() {
      return verdict === 'accept' ? ('new-best' as const) : verdict;
    },
    evidence() {
      const seen = outcomes();
      const figures = differenceInterval(seen.map((outcome) => outcome.candidate - outcome.incumbent));
      return { outcomes: seen, ...last, ...figures, pairs, looks: done, spent: done === 0 ? 0 : share.level };
    },
  };
}

function isHopeless(differences: number[], looks: readonly Look[], done: number, setting: TrialSetting): boolean {
  const last = looks.at(-1)!;
  const chance = stillPossible({
    differences,
    repeats: looks[done - 1]!.repeats,
    lastTasks: last.tasks,
    lastRepeats: last.repeats,
    lastLevel: setting.share.level * Math.max(...looks.slice(done).map((look) => look.share)),
  });
  return chance < setting.hopeless;
}

function blockOf(look: Look, before: Look | undefined, setting: TrialSetting): TrialRollout[] {
  const rollouts: TrialRollout[] = [];
  for (let repeat = 0; repeat < look.repeats; repeat += 1) {
    const known = before !== undefined && repeat < before.repeats ? before.tasks : 0;
    for (const task of setting.tasks.slice(known, look.tasks)) {
      rollouts.push({ task, repeat: setting.firstRepeat + repeat });
    }
  }
  return rollouts;
}

/**
 * Counts a pair. A rollout without a score counts as the worst for the candidate that it could have been: 0 of its own, 1 of the
 * incumbent's. Left out, a candidate whose failures time out would seem to have none. Pairs without any score say nothing.
 */
export function addPair(scores: Map<string, TaskScores>, pair: TrialPair): void {
  const { task } = pair;
  if (pair.incumbent === null && pair.candidate === null) return;
  const { incumbent, candidate } = { incumbent: pair.incumbent ?? 1, candidate: pair.candidate ?? 0 };
  const sum = scores.get(task) ?? { incumbent: 0, candidate: 0, count: 0 };
  sum.incumbent += incumbent;
  sum.candidate += candidate;
  sum.count += 1;
  scores.set(task, sum);
}

export function outcomeOf(task: string, sum: TaskScores | undefined): PairedOutcome[] {
  if (sum === undefined) return [];
  return [{ task, incumbent: sum.incumbent / sum.count, candidate: sum.candidate / sum.count }];
}
