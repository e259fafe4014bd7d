import type { Usage } from '#foundation/contracts/ports';

/** Dollars per million tokens. */
export interface Price {
  readonly prompt: number;
  readonly completion: number;
  /** Of prompt tokens that the provider read from its cache; the full price unless told. */
  readonly cached?: number | undefined;
}

/** What a call of a batch costs. @source OpenAI and Anthropic: half of everything */
export function halfPrice({ prompt, completion, cached }: Price): Price {
  const half = { prompt: prompt / 2, completion: completion / 2 };
  return cached === undefined ? half : { ...half, cached: cached / 2 };
}

/** Prompt tokens by how they were read: written to a cache costs a quarter more, where it costs anything. */
export interface CacheUse {
  readonly read: number;
  readonly written: number;
}

/**
 * What so many tokens cost, where `promptTokens` holds those from the cache and those written to it:
 *
 *     ((prompt − read + written / 4) · price + read · cached price + completion · price) / 10⁶
 *
 * @source Anthropic: a write costs 1.25 of the price; the others tell no writes
 */
export function dollarsOf(
  { promptTokens, completionTokens }: Pick<Usage, 'promptTokens' | 'completionTokens'>,
  { prompt, completion, cached = prompt }: Price,
  { read, written }: CacheUse = { read: 0, written: 0 },
): number {
  const fresh = Math.max(0, promptTokens - read) + written / 4;
  return (fresh * prompt + Math.min(read, promptTokens) * cached + completionTokens * completion) / 1e6;
}

/**
 * List prices of some models, by the start of their name, longest first wins. They change: a `price` in the configuration
 * takes precedence, and a model that is not here has no price, so that a budget in money refuses to start.
 *
 * @source the providers' public price lists of 2025
 */
const listPrices: Readonly<Record<string, Price>> = {
  'gpt-4.1': { prompt: 2, completion: 8, cached: 0.5 },
  'gpt-4.1-mini': { prompt: 0.4, completion: 1.6, cached: 0.1 },
  'gpt-4.1-nano': { prompt: 0.1, completion: 0.4, cached: 0.025 },
  'gpt-4o': { prompt: 2.5, completion: 10, cached: 1.25 },
  'gpt-4o-mini': { prompt: 0.15, completion: 0.6, cached: 0.075 },
  'gpt-5': { prompt: 1.25, completion: 10, cached: 0.125 },
  'gpt-5-mini': { prompt: 0.25, completion: 2, cached: 0.025 },
  'gpt-5-nano': { prompt: 0.05, completion: 0.4, cached: 0.005 },
  'claude-opus-4-1': { prompt: 15, completion: 75, cached: 1.5 },
  'claude-sonnet-4': { prompt: 3, completion: 15, cached: 0.3 },
  'claude-3-5-haiku': { prompt: 0.8, completion: 4, cached: 0.08 },
  'gemini-2.5-pro': { prompt: 1.25, completion: 10, cached: 0.31 },
  'gemini-2.5-flash': { prompt: 0.3, completion: 2.5, cached: 0.075 },
};

/** The list price of a model, if there is one: the model's name, or that name with a date after it. */
export function listPriceOf(model: string): Price | undefined {
  const isNamed = (name: string): boolean => model === name || /^-\d/.test(model.slice(name.length));
  const [name] = Object.keys(listPrices)
    .filter((candidate) => model.startsWith(candidate) && isNamed(candidate))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? undefined : listPrices[name];
}
