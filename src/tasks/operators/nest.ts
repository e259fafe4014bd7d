import { Fault } from '#foundation/kernel';
import type { AnyTemplate, Environment, StepResult, Template, Params } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { estimateRandomReturn } from '../play/rollout.ts';
import { defineRounds, drawRound } from './define-rounds.ts';
import type { Slot } from './part-params.ts';
import { optimumKinds } from './probe.ts';
import { judgeRounds, type Round, type Rounds, RoundsEnvironment } from './rounds.ts';
import type { SlotAction, SlotView } from './slot-face.ts';

/** What a round's return is worth: 0 for random play or worse, 1 for the optimum. */
function worth(template: AnyTemplate, instance: unknown, total: number): number {
  const best = template.optimum(instance).reward;
  const random = template.randomReturn(instance);
  if (best - random < 1e-9) return total >= best - 1e-9 ? 1 : 0;
  return Math.min(1, Math.max(0, (total - random) / (best - random)));
}

/** Pays nothing within a round, and at its end the product of all worths so far; a worthless round ends everything. */
class NestEnvironment implements Environment<SlotView, SlotAction> {
  private readonly inner: RoundsEnvironment;
  private readonly base: AnyTemplate;
  private readonly rounds: readonly Round[];
  private total = 0;
  private product = 1;

  constructor(slots: readonly Slot[], rounds: readonly Round[]) {
    this.inner = new RoundsEnvironment(slots, 'sequence', rounds);
    this.base = slots[0]!.template;
    this.rounds = rounds;
  }

  observe(): SlotView {
    return this.inner.observe();
  }

  step(action: SlotAction | undefined): StepResult {
    const round = this.inner.current;
    if (round < 0 || this.product === 0) return { reward: 0, done: true };
    this.total += this.inner.step(action).reward;
    if (this.inner.current === round) return { reward: 0, done: false };
    this.product *= worth(this.base, this.rounds[round]!.instance, this.total);
    this.total = 0;
    return { reward: this.product, done: this.product === 0 || this.inner.current < 0 };
  }
}

/**
 * NEST(a, k): k instances of a, one inside the other. Each round's worth multiplies what all later rounds can earn:
 *
 *     return = Σⱼ v₁·…·vⱼ,   v = (R − R_random) / (R_optimal − R_random), kept within [0, 1]
 *
 * The oracle of a is worth 1 in every round, so the best return is k. A base whose oracle earns its optimum only on average
 * is refused: the mean of a product of clipped worths is not known from the base.
 */
export function nest(base: AnyTemplate, k: number): Template<Params, Rounds, SlotView, SlotAction> {
  if (!(Number.isInteger(k) && k >= 1 && k <= 16)) {
    throw new Fault('tasks/bad-composition', `NEST: k is ${k}, must be a whole number in [1, 16]`);
  }
  const kinds = optimumKinds(base);
  if (kinds.has('expected')) {
    throw new Fault(
      'tasks/bad-composition',
      `NEST needs a base with an exact optimum or a bound; ${base.name} has an expectation`,
    );
  }
  const slots: readonly Slot[] = [{ letter: 'base', template: base }];
  const rounds = defineRounds<Rounds>({
    name: `NEST(${base.name},${k})`,
    says: `${base.name} ${k} deep: what one round is worth multiplies what the next can earn.`,
    tags: base.tags,
    slots,
    schedule: 'sequence',
    counts: () => [k],
    draw: (params, rng) => ({
      params,
      rounds: Array.from({ length: k }, (_, i) => drawRound(slots, 0, params, rng.fork(i))),
    }),
    factor: () => 1,
    intro: () =>
      `The task below is played ${k} times. The rewards it names are not paid out. Instead each round is worth between 0 (no ` +
      'better than chance) and 1 (as good as possible), and at its end you earn the product of the worths of all rounds so ' +
      'far. A worthless round ends the task.',
  });
  const template: Template<Params, Rounds, SlotView, SlotAction> = defineTemplate({
    ...rounds,
    rewardRange: () => ({ low: 0, high: k }),
    start: (instance) => new NestEnvironment(slots, instance.rounds),
    optimum: (instance) => ({ kind: rounds.optimum(instance).kind === 'exact' ? 'exact' : 'bound', reward: k }),
    randomReturn(instance): number {
      const path = `${rounds.name}/random/${JSON.stringify(instance.params)}`;
      return estimateRandomReturn(template, { params: instance.params, instance }, path, 128);
    },
    verify({ rounds: played }, actions) {
      let product = 1;
      let reward = 0;
      const judged = judgeRounds(slots, 'sequence', played, actions);
      const finished = finishedRounds(slots, played, actions);
      for (const [i, verdict] of judged.entries()) {
        if (i >= finished || product === 0) break;
        product *= worth(base, played[i]!.instance, verdict.reward);
        reward += product;
      }
      const ok = judged.every((verdict) => verdict.ok);
      return ok ? { ok, reward } : { ok, reward, why: 'not every round was solved' };
    },
  });
  return template;
}

function finishedRounds(
  slots: readonly Slot[],
  rounds: readonly Round[],
  actions: readonly (SlotAction | undefined)[],
): number {
  const environment = new RoundsEnvironment(slots, 'sequence', rounds);
  for (const action of actions) environment.step(action);
  return environment.current < 0 ? rounds.length : environment.current;
}
