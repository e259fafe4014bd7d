import type { Journal, Outcome, SkillFiles, SkillTask, SkillWorld, Timer } from '#contracts';
import { Fault, type Hash } from '#kernel';
import type { Budget } from '../budget/budget.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import type { Patience } from './backoff.ts';
import { ceilingOf, createTryRound, type UnderWay } from './try-round.ts';

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
  /** The number of the try that the outcome is of. */
  readonly tries: number;
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
  /** The world by name and fingerprint, as the rollouts are recorded under it. */
  readonly world: Hash;
}

/** Fewer rollouts than this say nothing about coverage, unless not one of them has a score. */
const COVERAGE_AFTER = 10;

/**
 * The rollout engine. Each rollout is one step of the journal under the content of skill, task, world and repeat, so nothing is
 * ever read for another skill, and a rollout asked for twice is made once. An outage is tried again with growing waits,
 * then recorded as unscored.
 */
export function createRollouts(settings: RolloutSettings, ports: RolloutPorts): Rollouts {
  const { world, budget, stopwatch } = ports;
  const { keyOf, tryRound, fingerprint } = createTryRound(settings, ports);
  const counted = { rollouts: 0, unscored: 0, retries: 0 };
  /** Tries that each rollout has had room for. */
  const triesOf = new Map<string, number>();

  return {
    async run(plans) {
      if (plans.length === 0) return [];
      const left = await stopwatch.left();
      const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
      // A rollout that the journal already holds is free, in a first run as in a replay.
      const begun = new Set<string>();
      const all = plans.map((plan): UnderWay => {
        const key = keyOf(plan);
        const isNew = !triesOf.has(key) && !begun.has(key);
        begun.add(key);
        return { plan, key, isNew, outcome: undefined };
      });
      await tryRound(all, 1, signal);
      for (const { key, isNew } of all) if (isNew) triesOf.set(key, 1);
      // Tries in rounds: who gets the last room is settled by the order of the plans, not by which outage ended first.
      for (let tries = 2; tries <= settings.patience.retries + 1; tries += 1) {
        const failed = all.filter(({ key, outcome }) => triesOf.get(key)! >= tries - 1 && mayRetry(outcome));
        const room = budget.room({ ...ceilingOf(world), rollouts: 0 });
        for (const { key } of failed.filter(({ isNew }) => isNew).slice(0, room)) triesOf.set(key, tries);
        const again = failed.filter(({ key }) => triesOf.get(key)! >= tries);
        if (again.length === 0) break;
        await tryRound(again, tries, signal);
      }
      for (const { key, outcome } of all.filter(({ isNew }) => isNew)) {
        counted.rollouts += 1;
        counted.unscored += outcome?.kind === 'unscored' ? 1 : 0;
        counted.retries += triesOf.get(key)! - 1;
      }
      const results = all.map(({ plan, key, outcome }) => ({ ...plan, outcome: outcome!, tries: triesOf.get(key)! }));
      requireCoverage(results, counted, settings.minimumCoverage);
      return results;
    },
    counts: () => ({ ...counted }),
    world: fingerprint,
  };
}

function mayRetry(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'unscored' && outcome.outage !== 'budget';
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
