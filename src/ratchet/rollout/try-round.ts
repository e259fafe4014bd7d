import type { Json, Outcome } from '#foundation/contracts';
import type { Usage } from '#foundation/contracts/ports';
import type { RolloutRequest, SkillFiles, SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { createRng, type Hash, hashOf } from '#foundation/kernel';
import type { OpenCall } from '../budget/budget.ts';
import type { Ceiling } from '../budget/ceiling.ts';
import { backoffMs } from './backoff.ts';
import { noUsage } from './usage.ts';
import { mapBounded } from './map-bounded.ts';
import type { RolloutPorts, RolloutSettings } from './rollout-ports.ts';
import type { RolloutPlan } from './rollout-plan.ts';

/** A rollout of a block, over its tries. */
export interface UnderWay {
  readonly plan: RolloutPlan;
  /** Names it within the run. */
  readonly key: string;
  /** Whether this run makes it for the first time, and so pays for it. */
  readonly isNew: boolean;
  /** Of the last try, with the usage of all. */
  outcome: Outcome | undefined;
  /** The number of the last try. */
  tries: number;
}

/** One round of tries: its number over the whole run, and within the patience that a process has. */
export interface Round {
  readonly tries: number;
  readonly within: number;
  readonly signal: AbortSignal | undefined;
}

interface TryRound {
  readonly fingerprint: Hash;
  readonly keyOf: (plan: RolloutPlan) => string;
  /** The next try of each rollout, all at once, with room set aside for every one, and for those that a crash cut off. */
  readonly tryRound: (under: readonly UnderWay[], round: Round) => Promise<void>;
}

type Recorded = { readonly outcome: Outcome; readonly tries: number };

export function createTryRound(settings: RolloutSettings, ports: RolloutPorts): TryRound {
  const { journal, world, budget } = ports;
  const { keyOf, inputsOf, fingerprint } = createKeys(world);
  /** Waits as long as the outage before asks for. A step of its own: a wait that is broken off is no call that was lost. */
  const waitBefore = async (one: UnderWay, { tries, within, signal }: Round): Promise<void> => {
    const { key, plan, outcome } = one;
    if (within === 1 || outcome?.kind !== 'unscored') return;
    const { patience } = settings;
    const waitMs = backoffMs(within - 1, patience, outcome.retryAfterMs, createRng(`rollout/backoff/${key}/${tries}`));
    await journal.step('rollout-waited', inputsOf(plan, tries), async () => {
      if (signal?.aborted === true) return null;
      const { outage, message } = outcome;
      ports.tell?.({ stage: plan.stage, outage, message, waitMs, tries: within, of: patience.retries + 1 });
      await ports.timer.sleep(waitMs, signal);
      return null;
    });
  };

  return {
    keyOf,
    fingerprint,
    async tryRound(under, round) {
      const { tries, signal } = round;
      const paid = under.filter(({ isNew }) => isNew);
      const lost = paid.reduce((sum, { plan }) => sum + journal.lostCalls('rollout', inputsOf(plan, tries)), 0);
      const ceiling = { ...ceilingOf(world), rollouts: tries === 1 ? 1 : 0 };
      const reserved = paid.length === 0 ? undefined : budget.reserve(paid.length, ceiling, { lost });
      await mapBounded(under, settings.concurrency, async (one, free) => {
        const { plan } = one;
        await waitBefore(one, round);
        const open = one.isNew ? reserved?.open() : undefined;
        const made = journal.call('rollout', inputsOf(plan, tries), async (): Promise<Recorded> => {
          const { task, skill, repeat, mayShowFeedback } = plan;
          const outcome = await rollOrGiveUp(world, { task, skill, repeat, mayShowFeedback }, open, signal);
          // The next rollout begins while this one is committed, with the same commit.
          free();
          return { outcome, tries };
        });
        const { outcome } = await made.catch((error: unknown) => {
          // Others may wait for the room that it took.
          open?.settle(plan.stage, undefined);
          throw error;
        });
        open?.settle(plan.stage, outcome.usage);
        one.tries = tries;
        one.outcome =
          one.outcome === undefined ? outcome : withUsage(outcome, addUsage(one.outcome.usage, outcome.usage));
        if (tries === 1) ports.ended?.();
      });
      budget.close();
    },
  };
}

interface Keys {
  readonly fingerprint: Hash;
  readonly keyOf: (plan: RolloutPlan) => string;
  /** What a try is recorded under: all that decides its outcome. */
  readonly inputsOf: (plan: RolloutPlan, tries: number) => { readonly [key: string]: Json };
}

/** Names rollouts by the content of skill, task and world; each is hashed once. */
function createKeys(world: SkillWorld): Keys {
  const fingerprint = hashOf({ name: world.name, fingerprint: world.fingerprint });
  const skillKeys = new WeakMap<SkillFiles, Hash>();
  const taskKeys = new WeakMap<SkillTask, Hash>();
  const hashOnce = <T extends object>(keys: WeakMap<T, Hash>, value: T): Hash => {
    const known = keys.get(value);
    if (known !== undefined) return known;
    const hash = hashOf(value);
    keys.set(value, hash);
    return hash;
  };
  return {
    fingerprint,
    inputsOf: (plan, tries) => ({
      skill: hashOnce(skillKeys, plan.skill),
      task: hashOnce(taskKeys, plan.task),
      world: fingerprint,
      repeat: plan.repeat,
      feedback: plan.mayShowFeedback,
      ...(tries === 1 ? {} : { tries }),
    }),
    keyOf: ({ skill, task, repeat, mayShowFeedback }) =>
      `${hashOnce(skillKeys, skill)}/${hashOnce(taskKeys, task)}/${repeat}/${mayShowFeedback}`,
  };
}

/** A rollout that the end of the time cut off has no score, and may have used all that it could; one without room used nothing. */
async function rollOrGiveUp(
  world: SkillWorld,
  request: RolloutRequest,
  open: OpenCall | undefined,
  signal?: AbortSignal,
): Promise<Outcome> {
  const isOver = (message: string, usage: Usage): Outcome => ({ kind: 'unscored', outage: 'budget', message, usage });
  if (isAborted(signal)) return isOver(TIME_OVER, noUsage);
  if (open !== undefined && !(await open.begin())) return isOver(NO_ROOM, noUsage);
  try {
    return await world.rollout(request, signal);
  } catch (error) {
    if (!isAborted(signal)) throw error;
    return isOver(TIME_OVER, world.ceiling ?? noUsage);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

export const TIME_OVER = 'the time of the run is over';
export const NO_ROOM = 'one more call could pass a limit';

/** What one rollout may use at most, and usually. */
export function ceilingOf(world: SkillWorld): Ceiling {
  const { ceiling, usual } = world;
  return { role: 'target', usage: ceiling ?? noUsage, rollouts: 1, ...(usual === undefined ? {} : { usual }) };
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
