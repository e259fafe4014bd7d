import type { Usage } from '#foundation/contracts/ports';

/** What a run may use in all, over every role. Absent means without limit. */
export interface Limits {
  /** What a run counts beside calls: rollouts of a skill, judgements of self-play. */
  readonly rollouts?: number;
  readonly calls?: number;
  readonly tokens?: number;
  readonly dollars?: number;
  readonly milliseconds?: number;
}

/** How much of what may be used is used: of all that is limited, the largest share. */
export function shareSpent<What extends string>(
  spent: Readonly<Record<What, number>>,
  limits: Readonly<Record<What, number>>,
): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of these
  return Math.max(...(Object.keys(limits) as What[]).map((what) => spent[what] / limits[what]));
}

/** What was used, or may be used at most. */
export interface Amount {
  readonly rollouts: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly dollars: number;
}

export const nothing: Amount = { rollouts: 0, calls: 0, promptTokens: 0, completionTokens: 0, dollars: 0 };

/** Dollars per million tokens. */
export interface Price {
  readonly prompt: number;
  readonly completion: number;
}

export function addAmounts(a: Amount, b: Amount, sign: 1 | -1 = 1): Amount {
  return {
    rollouts: a.rollouts + sign * b.rollouts,
    calls: a.calls + sign * b.calls,
    promptTokens: a.promptTokens + sign * b.promptTokens,
    completionTokens: a.completionTokens + sign * b.completionTokens,
    dollars: a.dollars + sign * b.dollars,
  };
}

export function timesAmount(count: number, a: Amount): Amount {
  return {
    rollouts: count * a.rollouts,
    calls: count * a.calls,
    promptTokens: count * a.promptTokens,
    completionTokens: count * a.completionTokens,
    dollars: count * a.dollars,
  };
}

/** A usage as an amount: its own dollars, else its tokens at the price, else nothing. */
export function amountOf(usage: Usage, rollouts: number, price: Price | undefined): Amount {
  const { calls, promptTokens, completionTokens } = usage;
  const priced = price === undefined ? 0 : (promptTokens * price.prompt + completionTokens * price.completion) / 1e6;
  return { rollouts, calls, promptTokens, completionTokens, dollars: usage.dollars ?? priced };
}

/** Float dust of repeated sums; no price list is finer. */
export const dust = 1e-9;

/** What people call that which is counted. */
export type Counted = Readonly<Record<'rollouts' | 'calls', string>>;

/** The first limit that an amount would pass, in words, or nothing. */
export function passedLimit(
  amount: Amount,
  limits: Limits,
  counted: Counted = { rollouts: 'rollouts', calls: 'calls' },
): string | undefined {
  const tokens = amount.promptTokens + amount.completionTokens;
  if (amount.rollouts > (limits.rollouts ?? Infinity)) return `${limits.rollouts} ${counted.rollouts}`;
  if (amount.calls > (limits.calls ?? Infinity)) return `${limits.calls} ${counted.calls}`;
  if (tokens > (limits.tokens ?? Infinity)) return `${limits.tokens} tokens`;
  if (amount.dollars > (limits.dollars ?? Infinity) + dust) return `${limits.dollars} dollars`;
  return undefined;
}
