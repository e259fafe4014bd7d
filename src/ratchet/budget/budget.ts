import type { Usage } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { type Admission, createAdmission } from './admission.ts';
import { createExpectations } from './expectations.ts';
import {
  addAmounts,
  type Amount,
  amountOf,
  type Counted,
  type Limits,
  nothing,
  passedLimit,
  type Price,
  timesAmount,
} from './limits.ts';
import { createTally } from './tally.ts';
import type { Role, Ceiling } from './ceiling.ts';

export interface BudgetSettings {
  readonly limits: Limits;
  readonly prices?: Readonly<Partial<Record<Role, Price>>>;
  readonly counted?: Counted;
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
  readonly byStage: () => Readonly<Record<string, Amount>>;
  readonly byRole: () => Readonly<Record<string, Amount>>;
  /** What calls may have used that a crash had cut off; no part of `spent`, which a replay finds the same. */
  lost(): Amount;
  /** Calls whose usage nobody told; they were charged at their ceiling. */
  readonly unknown: () => number;
  /** Calls that used more than their ceiling: an agent, or a server that does not keep to what it is asked. */
  readonly overshot: () => number;
}

export function createBudget({ limits, prices = {}, counted }: BudgetSettings): Budget {
  let spent = nothing;
  let held = nothing;
  let settled = nothing;
  let lostInCrashes = nothing;
  const tally = createTally<Role>();
  const expectations = createExpectations(prices);
  const cost = (ceiling: Ceiling): Amount => costOf(ceiling, limits, prices);
  const expected = (ceiling: Ceiling): Amount => expectations.of(ceiling, cost(ceiling));
  const refusal = (amount: Amount): string | undefined =>
    passedLimit(sumOf([spent, held, expectations.kept(), lostInCrashes, amount]), limits, counted);
  const admission = createAdmission((underWay) => {
    const now = sumOf([spent, settled, lostInCrashes, underWay]);
    // Rollouts are counted where a block is reserved.
    return passedLimit({ ...now, rollouts: 0 }, limits) === undefined;
  });
  const settle = (ceiling: Ceiling, stage: string, usage: Usage | undefined): void => {
    const most = cost(ceiling);
    const used = usage === undefined ? most : amountOf(usage, ceiling.rollouts, prices[ceiling.role]);
    settled = addAmounts(settled, used);
    tally.add(stage, ceiling.role, { used, most, isKnown: usage !== undefined });
    if (usage !== undefined) expectations.note(ceiling, used);
    admission.wake();
  };

  return {
    limits,
    reserve(count, ceiling, { lost = 0 } = {}) {
      // First of all: they were made, whether or not there is room for more.
      lostInCrashes = addAmounts(lostInCrashes, timesAmount(lost, cost(ceiling)));
      const amount = timesAmount(count, expected(ceiling));
      const limit = refusal(amount);
      if (limit !== undefined) throw budgetSpent(count, limit, spent);
      held = addAmounts(held, amount);
      const settleOne: OpenCall['settle'] = (stage, usage) => settle(ceiling, stage, usage);
      const door = ceiling.usual === undefined ? undefined : admission;
      return { settle: settleOne, open: () => openCall(door, cost(ceiling), settleOne) };
    },
    close() {
      spent = addAmounts(spent, settled);
      held = nothing;
      settled = nothing;
      expectations.learn();
      admission.reset();
    },
    setAside(count, ceiling) {
      const limit = refusal(timesAmount(count, expected(ceiling)));
      if (limit !== undefined) throw tooSmall(count, limit);
      return expectations.keep(count, ceiling, cost(ceiling));
    },
    room(ceiling) {
      const one = expected(ceiling);
      return mostThat((count) => refusal(timesAmount(count, one)) === undefined);
    },
    spent: () => addAmounts(spent, settled),
    lost: () => lostInCrashes,
    ...tally,
  };
}

/** A call on its way, through the door where room is counted in what calls usually use. */
function openCall(door: Admission | undefined, most: Amount, settle: OpenCall['settle']): OpenCall {
  let isBegun = false;
  return {
    async begin() {
      if (door === undefined) return true;
      isBegun = await door.begin(most);
      return isBegun;
    },
    settle(stage, usage) {
      if (isBegun) door?.end(most);
      isBegun = false;
      settle(stage, usage);
    },
  };
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, each) => addAmounts(sum, each));
}

function tooSmall(count: number, limit: string): Fault {
  const message = `the final test alone could pass the limit of ${limit}`;
  return new Fault('loops/budget-too-small', message, { details: { limit, count } });
}

function budgetSpent(count: number, limit: string, spent: Amount): Fault {
  const message = `the next ${count === 1 ? 'call' : `${count} calls`} could pass the limit of ${limit}`;
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
