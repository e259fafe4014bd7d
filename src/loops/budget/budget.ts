import type { Usage } from '#contracts';
import { Fault } from '#kernel';
import {
  addAmounts,
  type Amount,
  amountOf,
  dust,
  type Limits,
  nothing,
  passedLimit,
  type Price,
  timesAmount,
} from './limits.ts';

/** Who spends: the agent that works with the skill, or the model that writes edits. */
export type Role = 'target' | 'optimizer';

export interface BudgetSettings {
  readonly limits: Limits;
  readonly prices?: Readonly<Partial<Record<Role, Price>>>;
}

/** What one call may use at most. */
export interface Ceiling {
  readonly role: Role;
  readonly usage: Usage;
  readonly rollouts: number;
}

/** Room that was set aside for calls; it is held until the next `close`. */
export interface Reservation {
  /** Tells what a call really used; an unknown usage is charged at the ceiling. */
  settle(stage: string, usage: Usage | undefined): void;
}

/** Why a reservation is more than one of first tries. */
interface ReserveOptions {
  /** Calls of these that a crash had cut off: each is charged at its ceiling, for good. */
  readonly lost?: number;
}

/** One account over all roles: room is set aside before each call, so the limits are never passed. */
export interface Budget {
  readonly limits: Limits;
  /** Sets aside room for `count` calls, all or none: a Fault `loops/budget-spent` says which limit is in the way. */
  reserve(count: number, ceiling: Ceiling, options?: ReserveOptions): Reservation;
  /**
   * Replaces what was set aside by what was used. Called between blocks of calls, when none is under way, so that what the
   * next reservation finds does not depend on which call ended first.
   */
  close(): void;
  /** Keeps room for calls that must still be possible at the end, such as the final test; returns how to give it back. */
  setAside(count: number, ceiling: Ceiling): () => void;
  /** How many more such calls have room. */
  room(ceiling: Ceiling): number;
  spent(): Amount;
  byStage(): Readonly<Record<string, Amount>>;
  /** What calls may have used that a crash had cut off; no part of `spent`, which a replay finds the same. */
  lost(): Amount;
  /** Calls whose usage nobody told; they were charged at their ceiling. */
  unknown(): number;
  /** Calls that used more than their ceiling: an agent, or a server that does not keep to what it is asked. */
  overshot(): number;
}

export function createBudget({ limits, prices = {} }: BudgetSettings): Budget {
  let spent = nothing;
  let held = nothing;
  let settled = nothing;
  let aside = nothing;
  let lostInCrashes = nothing;
  let unknown = 0;
  let overshot = 0;
  const stages = new Map<string, Amount>();
  const cost = (ceiling: Ceiling): Amount => costOf(ceiling, limits, prices);
  const refusal = (amount: Amount): string | undefined =>
    passedLimit(sumOf([spent, held, aside, lostInCrashes, amount]), limits);

  return {
    limits,
    reserve(count, ceiling, { lost = 0 } = {}) {
      const one = cost(ceiling);
      // First of all: they were made, whether or not there is room for more.
      lostInCrashes = addAmounts(lostInCrashes, timesAmount(lost, one));
      const limit = refusal(timesAmount(count, one));
      if (limit !== undefined) throw budgetSpent(count, limit, spent);
      held = addAmounts(held, timesAmount(count, one));
      return {
        settle(stage, usage) {
          const used = usage === undefined ? one : amountOf(usage, ceiling.rollouts, prices[ceiling.role]);
          unknown += usage === undefined ? 1 : 0;
          overshot += isAbove(used, one) ? 1 : 0;
          settled = addAmounts(settled, used);
          stages.set(stage, addAmounts(stages.get(stage) ?? nothing, used));
        },
      };
    },
    close() {
      spent = addAmounts(spent, settled);
      held = nothing;
      settled = nothing;
    },
    setAside(count, ceiling) {
      const amount = timesAmount(count, cost(ceiling));
      const limit = refusal(amount);
      if (limit !== undefined) throw tooSmall(count, limit);
      aside = addAmounts(aside, amount);
      let isHeld = true;
      return () => {
        if (isHeld) aside = addAmounts(aside, amount, -1);
        isHeld = false;
      };
    },
    room(ceiling) {
      const one = cost(ceiling);
      return mostThat((count) => refusal(timesAmount(count, one)) === undefined);
    },
    spent: () => addAmounts(spent, settled),
    byStage: () => Object.fromEntries([...stages].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    lost: () => lostInCrashes,
    unknown: () => unknown,
    overshot: () => overshot,
  };
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, each) => addAmounts(sum, each));
}

function isAbove(used: Amount, ceiling: Amount): boolean {
  const tokens = (amount: Amount): number => amount.promptTokens + amount.completionTokens;
  return tokens(used) > tokens(ceiling) || used.calls > ceiling.calls || used.dollars > ceiling.dollars + dust;
}

function tooSmall(count: number, limit: string): Fault {
  const message = `the final test alone could pass the limit of ${limit}`;
  return new Fault('loops/budget-too-small', message, { details: { limit, count } });
}

function budgetSpent(count: number, limit: string, spent: Amount): Fault {
  const message = `the next ${count} calls could pass the limit of ${limit}`;
  return new Fault('loops/budget-spent', message, { details: { limit, spent } });
}

function costOf({ role, usage, rollouts }: Ceiling, limits: Limits, prices: BudgetSettings['prices'] = {}): Amount {
  if (limits.dollars !== undefined && usage.dollars === undefined && prices[role] === undefined) {
    throw new Fault('loops/no-price', `no price is known for the ${role}, and there is a limit in dollars`, {
      details: { role },
    });
  }
  return amountOf(usage, rollouts, prices[role]);
}

/** Counts above this are as good as without limit. */
const PLENTY = 2 ** 30;

/** The largest count that fits, where all smaller ones do: doubling, then halving. */
function mostThat(fits: (count: number) => boolean): number {
  let low = 0;
  let high = 1;
  while (high < PLENTY && fits(high)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
