import type { Usage } from '#foundation/contracts/ports';
import type { SampleRequest } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';
import { amountOf, dust, type Price, promptBound } from '#ratchet/budget';

/** What was used so far. */
export interface Tally {
  judgeCalls: number;
  modelCalls: number;
  tokens: number;
  dollars: number;
  passesSaved: number;
}

/** Hard limits of a run; absent is without limit. */
export interface SelfPlayLimits {
  readonly judgeCalls?: number;
  readonly modelCalls?: number;
  readonly tokens?: number;
  readonly dollars?: number;
  readonly milliseconds?: number;
}

/** Who spends. */
export type Spender = 'generator' | 'solver' | 'weak' | 'judge';

/** Tokens and money of some calls, as they are recorded. */
export type Used = { readonly tokens: number; readonly dollars: number };

const nothing: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

/** The account of a run: no call begins that could pass a limit, and what a model does not tell is charged at the most it could be. */
export class Spending {
  readonly tally: Tally = { judgeCalls: 0, modelCalls: 0, tokens: 0, dollars: 0, passesSaved: 0 };
  /** Judge calls kept for the trial at the end. */
  aside = 0;
  private readonly limits: SelfPlayLimits;
  private readonly prices: Readonly<Partial<Record<Spender, Price>>>;

  constructor(limits: SelfPlayLimits, prices: Readonly<Partial<Record<Spender, Price>>>) {
    this.limits = limits;
    this.prices = prices;
  }

  /** Throws `loops/budget-spent` where calls of this ceiling could pass a limit. */
  makeRoom(who: Spender, calls: number, ceiling: Usage = nothing): void {
    const { limits, tally } = this;
    if (who === 'judge') this.hold('judge calls', tally.judgeCalls + this.aside + calls, limits.judgeCalls);
    else this.hold('model calls', tally.modelCalls + calls, limits.modelCalls);
    const { tokens, dollars } = this.costOf(who, ceiling);
    this.hold('tokens', tally.tokens + tokens, limits.tokens);
    this.hold('dollars', tally.dollars + dollars - dust, limits.dollars);
  }

  book(who: Spender, calls: number, { tokens, dollars }: Used): void {
    this.tally[who === 'judge' ? 'judgeCalls' : 'modelCalls'] += calls;
    this.tally.tokens += tokens;
    this.tally.dollars += dollars;
  }

  /** Refuses a limit in dollars before anything is spent, where someone has no price. */
  requirePrices(spenders: readonly Spender[]): void {
    const who =
      this.limits.dollars === undefined ? undefined : spenders.find((each) => this.prices[each] === undefined);
    if (who === undefined) return;
    throw new Fault('loops/no-price', `no price is known for the ${who}, and there is a limit in dollars`);
  }

  /** A usage in tokens and money: its own dollars, else its tokens at the price. */
  costOf(who: Spender, usage: Usage = nothing): Used {
    const { promptTokens, completionTokens, dollars } = amountOf(usage, 0, this.prices[who]);
    return { tokens: promptTokens + completionTokens, dollars };
  }

  private hold(what: string, amount: number, limit: number | undefined): void {
    if (amount <= (limit ?? Infinity)) return;
    throw new Fault('loops/budget-spent', `the next calls could pass the limit of ${limit} ${what}`, {
      details: { limit, what },
    });
  }
}

/** The most that requests can use: a token of a prompt is at least one of its bytes. */
export function ceilingOf(requests: readonly SampleRequest[]): Usage {
  return requests.reduce<Usage>((sum, { prompt, maxTokens }) => {
    const bound = promptBound({ messages: [{ role: 'user', content: prompt }] });
    return {
      calls: sum.calls + 1,
      promptTokens: sum.promptTokens + bound,
      completionTokens: sum.completionTokens + maxTokens,
    };
  }, nothing);
}
