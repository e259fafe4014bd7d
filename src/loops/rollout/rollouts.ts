import type { Journal, Outcome, RolloutRequest, SkillFiles, SkillTask, SkillWorld, Timer, Usage } from '#contracts';
import { createRng, Fault, type Hash, hashOf } from '#kernel';
import type { Budget, Reservation } from '../budget/budget.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import { backoffMs, type Patience } from './backoff.ts';
import { mapBounded } from './map-bounded.ts';

/** One try of a skill on a task that is to be made. */
export interface RolloutPlan {
  readonly skill: SkillFiles;
  readonly task: SkillTask;
  readonly repeat: number;
  /** Under which name its usage is accounted, such as `rollout` or `evaluate`. */
  readonly stage: string;
  readonly mayShowFeedback: boolean;
}

/** A try that was made. */
export interface Rollout extends RolloutPlan {
  readonly outcome: Outcome;
}

export interface RolloutSettings {
  readonly concurrency: number;
  readonly patience: Patience;
  /** Share of rollouts that must end with a score; below it the run stops. */
  readonly minimumCoverage: number;
}

export interface RolloutPorts {
  readonly journal: Journal;
  readonly world: SkillWorld;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  /** Told after each rollout. */
  readonly ended?: () => void;
}

export interface RolloutCounts {
  readonly rollouts: number;
  readonly unscored: number;
  readonly retries: number;
}

/** Tries skills on tasks. Results come in the order of the plans and do not depend on how many run at once. */
export interface Rollouts {
  run(plans: readonly RolloutPlan[]): Promise<Rollout[]>;
  counts(): RolloutCounts;
}

/** Fewer rollouts than this say nothing about coverage, unless not one of them has a score. */
const COVERAGE_AFTER = 10;

const noUsage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

type Recorded = { readonly outcome: Outcome; readonly tries: number };

/**
 * The rollout engine. Each rollout is one step of the journal under the content of skill, task, world and repeat, so nothing is
 * ever read for another skill, and a rollout asked for twice is made once. An outage is tried again with growing waits,
 * then recorded as unscored.
 */
export function createRollouts(settings: RolloutSettings, ports: RolloutPorts): Rollouts {
  const { journal, world, budget, stopwatch } = ports;
  const fingerprint = hashOf({ name: world.name, fingerprint: world.fingerprint });
  const skillKeys = new WeakMap<SkillFiles, Hash>();
  const taskKeys = new WeakMap<SkillTask, Hash>();
  const keyOf = <T extends object>(keys: WeakMap<T, Hash>, value: T): Hash => {
    const known = keys.get(value) ?? hashOf(value);
    keys.set(value, known);
    return known;
  };
  const counted = { rollouts: 0, unscored: 0, retries: 0 };
  const seen = new Set<Hash>();

  const one = async (plan: RolloutPlan, reserved: Reservation | undefined, signal?: AbortSignal): Promise<Rollout> => {
    const inputs = {
      skill: keyOf(skillKeys, plan.skill),
      task: keyOf(taskKeys, plan.task),
      world: fingerprint,
      repeat: plan.repeat,
      feedback: plan.mayShowFeedback,
    };
    const { outcome, tries } = await journal.call('rollout', inputs, () =>
      tryPatiently(plan, { settings, ports, seedPath: `${inputs.task}/${plan.repeat}`, signal }),
    );
    reserved?.settle(plan.stage, outcome.usage);
    if (reserved !== undefined) {
      counted.rollouts += 1;
      counted.unscored += outcome.kind === 'unscored' ? 1 : 0;
      counted.retries += tries - 1;
    }
    ports.ended?.();
    return { ...plan, outcome };
  };

  return {
    async run(plans) {
      if (plans.length === 0) return [];
      // A rollout that the journal already holds is free, in a first run as in a replay.
      const keys = plans.map(({ skill, task, repeat, mayShowFeedback }) =>
        hashOf([keyOf(skillKeys, skill), keyOf(taskKeys, task), repeat, mayShowFeedback]),
      );
      const newKeys = new Set(keys.filter((key) => !seen.has(key)));
      const left = await stopwatch.left();
      const reservation = newKeys.size === 0 ? undefined : budget.reserve(newKeys.size, ceilingOf(world));
      const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
      const results = await mapBounded(plans, settings.concurrency, (plan, i) => {
        const isFirst = newKeys.delete(keys[i]!);
        return one(plan, isFirst ? reservation : undefined, signal);
      });
      for (const key of keys) seen.add(key);
      budget.close();
      requireCoverage(results, counted, settings.minimumCoverage);
      return results;
    },
    counts: () => ({ ...counted }),
  };
}

interface Trying {
  readonly settings: RolloutSettings;
  readonly ports: RolloutPorts;
  readonly seedPath: string;
  readonly signal: AbortSignal | undefined;
}

/** Tries until there is a score, the patience is over, or there is no room for another try. */
async function tryPatiently(plan: RolloutPlan, { settings, ports, seedPath, signal }: Trying): Promise<Recorded> {
  const { world, budget, timer } = ports;
  const { task, skill, repeat, mayShowFeedback } = plan;
  const rng = createRng(`rollout/backoff/${seedPath}`);
  let usage: Usage | undefined = noUsage;
  for (let tries = 1; ; tries += 1) {
    const outcome = await rollOrGiveUp(world, { task, skill, repeat, mayShowFeedback }, signal);
    usage = addUsage(usage, outcome.usage);
    const mayRetry = outcome.kind === 'unscored' && outcome.outage !== 'budget' && tries <= settings.patience.retries;
    if (!mayRetry || signal?.aborted === true || budget.room(ceilingOf(world)) < 1) {
      return { outcome: withUsage(outcome, usage), tries };
    }
    await timer.sleep(backoffMs(tries, settings.patience, outcome.retryAfterMs, rng));
  }
}

/** A rollout that the end of the time cut off has no score, and may have used all that it could. */
async function rollOrGiveUp(world: SkillWorld, request: RolloutRequest, signal?: AbortSignal): Promise<Outcome> {
  try {
    return await world.rollout(request, signal);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    const message = 'the time of the run is over';
    return { kind: 'unscored', outage: 'budget', message, usage: world.ceiling ?? noUsage };
  }
}

/** What one rollout may use at most. */
export function ceilingOf(world: SkillWorld): { role: 'target'; usage: Usage; rollouts: number } {
  return { role: 'target', usage: world.ceiling ?? noUsage, rollouts: 1 };
}

function withUsage(outcome: Outcome, usage: Usage | undefined): Outcome {
  const { usage: _last, ...rest } = outcome;
  return usage === undefined ? rest : { ...rest, usage };
}

/** The sum over all tries; unknown where one of them is. */
function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return undefined;
  const sum = {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
  return a.dollars === undefined && b.dollars === undefined
    ? sum
    : { ...sum, dollars: (a.dollars ?? 0) + (b.dollars ?? 0) };
}

/** Too many outages leave a sample of the tasks that happened to work: the run stops rather than learn from it. */
function requireCoverage(block: readonly Rollout[], counted: RolloutCounts, minimum: number): void {
  const scored = block.filter(({ outcome }) => outcome.kind === 'scored').length;
  const coverage = 1 - counted.unscored / Math.max(1, counted.rollouts);
  if (scored > 0 && (counted.rollouts < COVERAGE_AFTER || coverage >= minimum)) return;
  const outages = new Map<string, number>();
  for (const { outcome } of block) {
    if (outcome.kind === 'unscored') outages.set(outcome.outage, (outages.get(outcome.outage) ?? 0) + 1);
  }
  const last = block.findLast(({ outcome }) => outcome.kind === 'unscored')?.outcome;
  const kinds = [...outages].map(([kind, n]) => `${n} ${kind}`).join(', ');
  throw new Fault(
    'loops/low-coverage',
    `only ${counted.rollouts - counted.unscored} of ${counted.rollouts} rollouts ended with a score (${kinds}; last: ${last?.kind === 'unscored' ? last.message : '-'})`,
    { details: { ...counted, outages: Object.fromEntries(outages), minimum } },
  );
}
