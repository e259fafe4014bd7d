import type { Json, Outcome } from '#foundation/contracts';
import type { Journal } from '#foundation/contracts/ports';
import { Fault, type Hash } from '#foundation/kernel';
import { ceilingOf, createTryRound, type UnderWay } from './try-round.ts';
import type { RolloutPlan, Rollout } from './rollout-plan.ts';
import type { RolloutSettings, RolloutPorts } from './rollout-ports.ts';

export interface RolloutCounts {
  readonly rollouts: number;
  readonly unscored: number;
  readonly retries: number;
  /** Rollouts in which a reply was cut off at its limit of tokens. */
  readonly cut: number;
  /** Tasks that the model's service refused to work on, by id, and why. */
  readonly refused: Readonly<Record<string, string>>;
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

/** Tries of a block where nothing that ever came was a reply. */
const TRIES_OF_NO_MODEL = 3;

/**
 * The rollout engine. Each rollout is one step of the journal under the content of skill, task, world and repeat, so nothing is
 * ever read for another skill, and a rollout asked for twice is made once. An outage is tried again with growing waits,
 * then recorded as unscored. Where too few have a score the run stops there; taken up again, it asks anew for those without.
 */
export function createRollouts(settings: RolloutSettings, ports: RolloutPorts): Rollouts {
  const { world, budget, stopwatch, journal } = ports;
  const { keyOf, tryRound, fingerprint } = createTryRound(settings, ports);
  const counted = { rollouts: 0, unscored: 0, retries: 0, cut: 0 };
  const refused = new Map<string, string>();
  /** The tries that each rollout has had room for, by their numbers. */
  const triedAt = new Map<string, Set<number>>();
  let blocks = 0;

  /** All tries that the patience of one process allows, from try `first` on. */
  const tryPatiently = async (all: readonly UnderWay[], first: number, signal?: AbortSignal): Promise<void> => {
    for (let within = 1; within <= settings.patience.retries + 1; within += 1) {
      const tries = first + within - 1;
      const again = tries === 1 ? all : chooseTries(all, tries, within);
      if (again.length === 0 || (within > TRIES_OF_NO_MODEL && counted.rollouts === 0 && all.every(isNoReply))) break;
      await tryRound(again, { tries, within, signal });
      if (tries === 1) for (const { key, isNew } of again) if (isNew) triedAt.set(key, new Set([1]));
    }
  };

  /** Tries in rounds: who gets the last room is settled by the order of the plans, not by which outage ended first. */
  const chooseTries = (all: readonly UnderWay[], tries: number, within: number): readonly UnderWay[] => {
    const failed = all.filter(({ outcome }) => mayRetry(outcome, within));
    const room = budget.room({ ...ceilingOf(world), rollouts: 0 });
    const fresh = failed.filter(({ key, isNew }) => isNew && (within === 1 || triedAt.get(key)!.has(tries - 1)));
    for (const { key } of fresh.slice(0, room)) triedAt.get(key)!.add(tries);
    return failed.filter(({ key }) => triedAt.get(key)!.has(tries));
  };

  return {
    async run(plans) {
      if (plans.length === 0) return [];
      blocks += 1;
      const left = await stopwatch.left();
      const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
      // A rollout that the journal already holds is free, in a first run as in a replay.
      const begun = new Set<string>();
      const all = plans.map((plan): UnderWay => {
        const key = keyOf(plan);
        const isNew = !triedAt.has(key) && !begun.has(key);
        begun.add(key);
        return { plan, key, isNew, outcome: undefined, tries: 0 };
      });
      for (let first = 1; ; first += settings.patience.retries + 1) {
        await tryPatiently(all, first, signal);
        const counts = countWith(counted, all, triedAt);
        const over = outOfBudget(all);
        if (over !== undefined) {
          Object.assign(counted, counts);
          throw over;
        }
        const low = lowCoverage(all, counts, settings.minimumCoverage);
        if (low === undefined) {
          Object.assign(counted, counts);
          break;
        }
        if (await isFirstTime(journal, 'coverage-missed', { block: blocks, first })) throw low;
      }
      for (const [id, message] of refusalsOf(all)) refused.set(id, message);
      return all.map(({ plan, outcome, tries }) => ({ ...plan, outcome: outcome!, tries }));
    },
    world: fingerprint,
    counts: () => ({ ...counted, refused: Object.fromEntries([...refused].toSorted(([a], [b]) => (a < b ? -1 : 1))) }),
  };
}

/** Whether this process is the first to come to a point where a run stops; whoever takes the run up again goes past it. */
export async function isFirstTime(journal: Journal, name: string, inputs: Json): Promise<boolean> {
  let isFirst = false;
  await journal.step(name, inputs, () => {
    isFirst = true;
    return null;
  });
  return isFirst;
}

function refusalsOf(all: readonly UnderWay[]): readonly (readonly [string, string])[] {
  return all.flatMap(({ plan, outcome }) =>
    outcome?.kind === 'unscored' && outcome.outage === 'refusal' ? [[plan.task.id, outcome.message] as const] : [],
  );
}

/** What a service refuses once it refuses again; only a run that was taken up again asks it once more. */
function mayRetry(outcome: Outcome | undefined, within: number): boolean {
  if (outcome?.kind !== 'unscored' || outcome.outage === 'budget') return false;
  return outcome.outage !== 'refusal' || within === 1;
}

function countWith(
  { rollouts, unscored, retries, cut }: Omit<RolloutCounts, 'refused'>,
  all: readonly UnderWay[],
  triedAt: ReadonlyMap<string, ReadonlySet<number>>,
): Omit<RolloutCounts, 'refused'> {
  const fresh = all.filter((one) => one.isNew && !isOver(one));
  const isUnscored = ({ outcome }: UnderWay): boolean => outcome?.kind === 'unscored';
  const isCut = ({ outcome }: UnderWay): boolean => outcome?.kind === 'scored' && outcome.cut !== undefined;
  return {
    rollouts: rollouts + fresh.length,
    unscored: unscored + fresh.filter(isUnscored).length,
    retries: retries + fresh.reduce((sum, { key }) => sum + triedAt.get(key)!.size - 1, 0),
    cut: cut + fresh.filter(isCut).length,
  };
}

/** A page for people where a reply should be: in place of the very first ones it does not pass by waiting, for the address is wrong. */
function isNoReply({ outcome }: UnderWay): boolean {
  return outcome?.kind === 'unscored' && outcome.outage === 'malformed';
}

/** A block that a limit cut short is no sample of its tasks. */
function outOfBudget(all: readonly UnderWay[]): Fault | undefined {
  const outcome = all.find(isOver)?.outcome;
  return outcome?.kind === 'unscored' ? new Fault('loops/budget-spent', outcome.message) : undefined;
}

function isOver({ outcome }: UnderWay): boolean {
  return outcome?.kind === 'unscored' && outcome.outage === 'budget';
}

/** Too many outages leave a sample of the tasks that happened to work: the run stops rather than learn from it. */
function lowCoverage(
  block: readonly UnderWay[],
  counts: Omit<RolloutCounts, 'refused'>,
  minimum: number,
): Fault | undefined {
  const { rollouts, unscored } = counts;
  const scored = block.filter(({ outcome }) => outcome?.kind === 'scored').length;
  const coverage = 1 - unscored / Math.max(1, rollouts);
  if (scored > 0 && (rollouts < COVERAGE_AFTER || coverage >= minimum)) return undefined;
  const outages = new Map<string, number>();
  let last = '-';
  for (const { outcome } of block) {
    if (outcome?.kind !== 'unscored') continue;
    outages.set(outcome.outage, (outages.get(outcome.outage) ?? 0) + 1);
    last = outcome.message;
  }
  const kinds = [...outages].map(([kind, n]) => `${n} ${kind}`).join(', ');
  const isAll = (kind: string): boolean => scored === 0 && outages.size === 1 && outages.has(kind);
  const isRefused = isAll('refusal');
  const hint = 'What answers is not a model: look at what it said, and check baseUrl, which often ends in /v1.';
  return new Fault(
    // Nothing that passes by itself: the key, the model or its settings are wrong.
    isRefused ? 'models/refused-request' : 'loops/low-coverage',
    `only ${rollouts - unscored} of ${rollouts} rollouts ended with a score (${kinds}; last: ${last})`,
    {
      details: { ...counts, outages: Object.fromEntries(outages), minimum },
      ...(isAll('malformed') ? { hint } : {}),
    },
  );
}
