import type { Usage } from '#contracts';

/** Dollars per million tokens. */
export interface Price {
  readonly prompt: number;
  readonly completion: number;
}

/** What so many tokens cost: (prompt · price + completion · price) / 10⁶. */
export function dollarsOf(usage: Pick<Usage, 'promptTokens' | 'completionTokens'>, price: Price): number {
  return (usage.promptTokens * price.prompt + usage.completionTokens * price.completion) / 1e6;
}

/**
 * List prices of some models, by the start of their name, longest first wins. They change: a `price` in the configuration
 * takes precedence, and a model that is not here has no price, so that a budget in money refuses to start.
 *
 * @source the providers' public price lists of 2025
 */
const listPrices: Readonly<Record<string, Price>> = {
  'gpt-4.1': { prompt: 2, completion: 8 },
  'gpt-4.1-mini': { prompt: 0.4, completion: 1.6 },
  'gpt-4.1-nano': { prompt: 0.1, completion: 0.4 },
  'gpt-4o': { prompt: 2.5, completion: 10 },
  'gpt-4o-mini': { prompt: 0.15, completion: 0.6 },
  'gpt-5': { prompt: 1.25, completion: 10 },
  'gpt-5-mini': { prompt: 0.25, completion: 2 },
  'gpt-5-nano': { prompt: 0.05, completion: 0.4 },
  'claude-opus-4-1': { prompt: 15, completion: 75 },
  'claude-sonnet-4': { prompt: 3, completion: 15 },
  'claude-3-5-haiku': { prompt: 0.8, completion: 4 },
  'gemini-2.5-pro': { prompt: 1.25, completion: 10 },
  'gemini-2.5-flash': { prompt: 0.3, completion: 2.5 },
};

/** The list price of a model, if there is one: the model's name, or that name with a date after it. */
export function listPriceOf(model: string): Price | undefined {
  const isNamed = (name: string): boolean => model === name || /^-\d/.test(model.slice(name.length));
  const [name] = Object.keys(listPrices)
    .filter((candidate) => model.startsWith(candidate) && isNamed(candidate))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? undefined : listPrices[name];
}
