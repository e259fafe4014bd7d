import type { Json } from '#foundation/contracts';
import type { Rng } from '#foundation/kernel';
import { createErrorBudget } from './trials/error-budget.ts';
import type { Tests } from './gate.ts';
import { openMarginTrial } from './trials/margin-trial.ts';
import { readSequentialState } from './read-snapshot.ts';
import { openSequentialTrial, type TrialSetting } from './trials/sequential-trial.ts';
import type { SequentialState } from './sequential-state.ts';
import { type TaskTypes, watchTypes } from './trials/watch-types.ts';

interface SequentialSettings {
  readonly tasks: readonly string[];
  readonly alpha: number;
  readonly tries: number;
  readonly repeats: number;
  readonly incumbent: 'fresh' | 'shared';
  readonly hopeless: number;
  readonly types?: TaskTypes;
}

/** Priors weigh a trial's share of the budget within these bounds. */
const LIGHTEST = 0.25;
const HEAVIEST = 4;

/**
 * The gate of a run: every candidate gets a sequential paired trial, and all trials share one error budget.
 *
 * What holds, and why:
 *
 * 1. A candidate that is better on no task is accepted in a run with chance at most alpha, at every number of tasks and every
 *    noise. Given all that came before its trial, tasks and earlier outcomes included, both sides of each pair are then
 *    drawn afresh, and exchanging them can only help the candidate; so each look's p is at most its level with chance at
 *    most that level, whatever the past was. Levels add up to alpha. That the same tasks serve many trials, and that the
 *    incumbent was chosen on them, is part of that past and costs nothing: this is why the incumbent is rolled out anew
 *    beside each candidate, and why the proposer must never be shown more of a trial than its verdict.
 * 2. A candidate that is better on some tasks and worse on others, without gain on average, is a draw from the task
 *    population. With one rollout of score 0 or 1 per side the test is the sign test, exact for it; with repeats or graded
 *    scores its level holds in large samples, and `gate.long.ts` simulates small ones.
 * 3. Among accepted candidates the expected share without gain is at most alpha (LOND). After an acceptance the incumbent
 *    owes its place in part to the luck of these tasks. A candidate is compared with it on the same tasks, so that luck
 *    speaks for the incumbent: it makes later acceptances rarer, not more frequent.
 * 4. A candidate on which a type of task was seen to fall is not accepted, however good it is on the whole; see `watch-types.ts`.
 *
 * @source paired tests by sign flips: Fisher 1935; shares of looks: Lan & DeMets 1983; budget over trials: LOND, see
 *   `error-budget.ts`; reuse of validation tasks: Dwork et al. 2015, arXiv:1506.02629, on what must not leak
 */
export function createSequentialTests(settings: SequentialSettings, rng: Rng, snapshot: unknown): Tests {
  const from: SequentialState | undefined = snapshot === undefined ? undefined : readSequentialState(snapshot);
  const budget = createErrorBudget(settings.alpha, settings.tries, from?.budget);
  let trials = from?.trials ?? 0;
  let nextRepeat = from?.nextRepeat ?? 0;
  const { types = new Map<string, string>(), alpha } = settings;
  const fallen: Pick<TrialSetting, 'fallen'> =
    new Set(types.values()).size < 2 ? {} : { fallen: (outcomes) => watchTypes(outcomes, types, alpha).fallen };
  return {
    open({ id, prior = 1, part, margin, room = Infinity }) {
      const firstRepeat = nextRepeat;
      // Trials opened while this one runs take the repeats after it.
      if (settings.incumbent === 'fresh') nextRepeat += settings.repeats;
      trials += 1;
      const setting: TrialSetting = {
        candidate: id,
        tasks: rng.fork(`order/${trials}`).shuffle([...settings.tasks]),
        repeats: settings.repeats,
        room,
        firstRepeat,
        hopeless: settings.hopeless,
        ...fallen,
        share: budget.open(Math.min(HEAVIEST, Math.max(LIGHTEST, prior)), part),
        onEnd(verdict) {
          if (settings.incumbent === 'shared' && verdict === 'accept') nextRepeat += settings.repeats;
        },
      };
      return margin === undefined ? openSequentialTrial(setting) : openMarginTrial({ ...setting, margin });
    },
    snapshot: (): Json => ({ budget: { ...budget.state() }, trials, nextRepeat }),
  };
}
