import type { Json, Outcome, RolloutRequest, SkillFiles, SkillTask, SkillWorld, Usage } from '#contracts';
import { createRng, type Hash, hashOf } from '#kernel';
import { backoffMs, type Patience } from './backoff.ts';
import { noUsage } from '../worlds/usage.ts';
import { mapBounded } from './map-bounded.ts';
import type { RolloutPlan, RolloutPorts, RolloutSettings } from './rollouts.ts';

/** A rollout of a block, over its tries. */
export interface UnderWay {
  readonly plan: RolloutPlan;
  /** Names it within the run. */
  readonly key: string;
  /** Whether this run makes it for the first time, and so pays for it. */
  readonly isNew: boolean;
  /** Of the last try, with the usage of all. */
  outcome: Outcome | undefined;
}

interface TryRound {
  readonly fingerprint: Hash;
  readonly keyOf: (plan: RolloutPlan) => string;
  /** The next try of each rollout, all at once, with room set aside for every one, and for those that a crash cut off. */
  readonly tryRound: (under: readonly UnderWay[], tries: number, signal: AbortSignal | undefined) => Promise<void>;
}

type Recorded = { readonly outcome: Outcome; readonly tries: number };

export function createTryRound(settings: RolloutSettings, ports: RolloutPorts): TryRound {
  const { journal, world, budget } = ports;
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
  const inputsOf = (plan: RolloutPlan, tries: number): { readonly [key: string]: Json } => ({
    skill: hashOnce(skillKeys, plan.skill),
    task: hashOnce(taskKeys, plan.task),
    world: fingerprint,
    repeat: plan.repeat,
    feedback: plan.mayShowFeedback,
    ...(tries === 1 ? {} : { tries }),
  });

  return {
    fingerprint,
    keyOf: ({ skill, task, repeat, mayShowFeedback }) =>
      `${hashOnce(skillKeys, skill)}/${hashOnce(taskKeys, task)}/${repeat}/${mayShowFeedback}`,
    async tryRound(under, tries, signal) {
      const paid = under.filter(({ isNew }) => isNew);
      const lost = paid.reduce((sum, { plan }) => sum + journal.lostCalls('rollout', inputsOf(plan, tries)), 0);
      const ceiling = { ...ceilingOf(world), rollouts: tries === 1 ? 1 : 0 };
      const reserved = paid.length === 0 ? undefined : budget.reserve(paid.length, ceiling, { lost });
      await mapBounded(under, settings.concurrency, async (one, free) => {
        const { plan } = one;
        const inputs = inputsOf(plan, tries);
        const waitMs = tries === 1 ? 0 : waitBefore(one, tries, settings.patience);
        const recorded = await journal.call('rollout', inputs, async (): Promise<Recorded> => {
          if (waitMs > 0 && signal?.aborted !== true) await ports.timer.sleep(waitMs);
          const { task, skill, repeat, mayShowFeedback } = plan;
          const outcome = await rollOrGiveUp(world, { task, skill, repeat, mayShowFeedback }, signal);
          // The next rollout begins while this one is committed, with the same commit.
          free();
          return { outcome, tries };
        });
        const { outcome } = recorded;
        if (one.isNew) reserved?.settle(plan.stage, outcome.usage);
        one.outcome =
          one.outcome === undefined ? outcome : withUsage(outcome, addUsage(one.outcome.usage, outcome.usage));
        if (tries === 1) ports.ended?.();
      });
      budget.close();
    },
  };
}

function waitBefore({ key, outcome }: UnderWay, tries: number, patience: Patience): number {
  const asked = outcome?.kind === 'unscored' ? outcome.retryAfterMs : undefined;
  return backoffMs(tries - 1, patience, asked, createRng(`rollout/backoff/${key}/${tries}`));
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
