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
import { createMeasuredUse, type MeasuredUse } from './measured-use.ts';

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
  /** What such a call usually uses, before any was measured. Without it room is counted in ceilings. */
  readonly usual?: Usage;
  /** Calls that are measured together; those of a role, unless told. */
  readonly kind?: string;
}

/** Room that was set aside for calls; it is held until the next `close`. */
export interface Reservation {
  /** One of the calls, on its way. */
  open(): OpenCall;
  /** Tells what a call really used; an unknown usage is charged at the ceiling. */
  settle(stage: string, usage: Usage | undefined): void;
}

/** A call on its way: it begins, where its result is not recorded already, and is settled, whatever became of it. */
export interface OpenCall {
  /**
   * Waits while calls under way could still fill the limits, and says whether this one fits at its ceiling. Where room is counted in
   * ceilings it always does.
   */
  begin(): Promise<boolean>;
  settle(stage: string, usage: Usage | undefined): void;
}

/** Why a reservation is more than one of first tries. */
interface ReserveOptions {
  /** Calls of these that a crash had cut off: each is charged at its ceiling, for good. */
  readonly lost?: number;
}

/** One account over all roles. Room is set aside before each block of calls, and no call begins that could pass a limit. */
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
  byRole(): Readonly<Partial<Record<Role, Amount>>>;
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
  let underWay = nothing;
  let lostInCrashes = nothing;
  let unknown = 0;
  let overshot = 0;
  const aside = new Set<{ readonly count: number; readonly ceiling: Ceiling }>();
  const stages = new Map<string, Amount>();
  const roles = new Map<Role, Amount>();
  const measured = new Map<string, MeasuredUse>();
  const fresh: [MeasuredUse, Amount][] = [];
  const waiting = new Set<() => void>();
  const cost = (ceiling: Ceiling): Amount => costOf(ceiling, limits, prices);
  const useOf = ({ role, kind = role }: Ceiling): MeasuredUse => {
    const known = measured.get(kind) ?? createMeasuredUse();
    measured.set(kind, known);
    return known;
  };
  const expected = (ceiling: Ceiling): Amount => {
    const most = cost(ceiling);
    if (ceiling.usual === undefined) return most;
    return useOf(ceiling).expected(amountOf(ceiling.usual, ceiling.rollouts, prices[ceiling.role]), most);
  };
  const asideNow = (): Amount =>
    [...aside].reduce((sum, { count, ceiling }) => addAmounts(sum, timesAmount(count, expected(ceiling))), nothing);
  const refusal = (amount: Amount): string | undefined =>
    passedLimit(sumOf([spent, held, asideNow(), lostInCrashes, amount]), limits);
  const wake = (): void => {
    for (const go of waiting) go();
    waiting.clear();
  };
  let queue: Promise<unknown> = Promise.resolve();
  /**
   * Lets a call begin as soon as its ceiling fits beside those under way; never, where it does not fit even alone. In the order in which
   * they ask: were a small one let past, who has room at the end would depend on how many are under way.
   */
  const begin = (one: Amount): Promise<boolean> => {
    const mine = queue.then(() => waitForRoom(one));
    queue = mine;
    return mine;
  };
  const waitForRoom = async (one: Amount): Promise<boolean> => {
    for (;;) {
      const now = sumOf([spent, settled, lostInCrashes, underWay, one]);
      if (passedLimit({ ...now, rollouts: 0 }, limits) === undefined) {
        underWay = addAmounts(underWay, one);
        return true;
      }
      if (isNothing(underWay)) return false;
      await new Promise<void>((go) => waiting.add(go));
    }
  };

  return {
    limits,
    reserve(count, ceiling, { lost = 0 } = {}) {
      const one = cost(ceiling);
      const likely = expected(ceiling);
      // First of all: they were made, whether or not there is room for more.
      lostInCrashes = addAmounts(lostInCrashes, timesAmount(lost, one));
      const limit = refusal(timesAmount(count, likely));
      if (limit !== undefined) throw budgetSpent(count, limit, spent);
      held = addAmounts(held, timesAmount(count, likely));
      const settle = (stage: string, usage: Usage | undefined): void => {
        const used = usage === undefined ? one : amountOf(usage, ceiling.rollouts, prices[ceiling.role]);
        unknown += usage === undefined ? 1 : 0;
        overshot += isAbove(used, one) ? 1 : 0;
        settled = addAmounts(settled, used);
        stages.set(stage, addAmounts(stages.get(stage) ?? nothing, used));
        roles.set(ceiling.role, addAmounts(roles.get(ceiling.role) ?? nothing, used));
        if (usage !== undefined) fresh.push([useOf(ceiling), used]);
        wake();
      };
      return {
        settle,
        open() {
          let isBegun = false;
          return {
            async begin() {
              isBegun = ceiling.usual !== undefined && (await begin(one));
              return isBegun || ceiling.usual === undefined;
            },
            settle(stage, usage) {
              if (isBegun) underWay = addAmounts(underWay, one, -1);
              isBegun = false;
              settle(stage, usage);
            },
          };
        },
      };
    },
    close() {
      spent = addAmounts(spent, settled);
      held = nothing;
      settled = nothing;
      underWay = nothing;
      // Summed in an order that does not depend on which call ended first.
      for (const [use, used] of fresh.toSorted(([, a], [, b]) => compareAmounts(a, b))) use.add(used);
      fresh.length = 0;
      wake();
    },
    setAside(count, ceiling) {
      const entry = { count, ceiling };
      const limit = refusal(timesAmount(count, expected(ceiling)));
      if (limit !== undefined) throw tooSmall(count, limit);
      aside.add(entry);
      return () => void aside.delete(entry);
    },
    room(ceiling) {
      const one = expected(ceiling);
      return mostThat((count) => refusal(timesAmount(count, one)) === undefined);
    },
    spent: () => addAmounts(spent, settled),
    byStage: () => Object.fromEntries([...stages].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    byRole: () => Object.fromEntries([...roles].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    lost: () => lostInCrashes,
    unknown: () => unknown,
    overshot: () => overshot,
  };
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, each) => addAmounts(sum, each));
}

function isNothing({ calls, promptTokens, completionTokens, dollars }: Amount): boolean {
  return calls <= 0 && promptTokens <= 0 && completionTokens <= 0 && dollars <= dust;
}

function compareAmounts(a: Amount, b: Amount): number {
  return (
    a.promptTokens - b.promptTokens ||
    a.completionTokens - b.completionTokens ||
    a.dollars - b.dollars ||
    a.calls - b.calls
  );
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
