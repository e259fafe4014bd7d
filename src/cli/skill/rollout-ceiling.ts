import type { Usage } from '#contracts';
import type { Price } from '#loops';
import { listPriceOf, type ModelSettings } from '#models';

/** The price of a model: what the file says of it, else the list. */
export function priceOf(model: string | ModelSettings | undefined): Price | undefined {
  if (model === undefined) return undefined;
  const settings: ModelSettings = typeof model === 'string' ? { model } : model;
  return settings.price ?? listPriceOf(settings.model.slice(settings.model.indexOf(':') + 1));
}

/** Keys of the configuration that bound a call of target or judge. */
interface CallBounds {
  readonly promptCeiling?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** What one call of target or judge may use at most. */
export function callCeiling({ promptCeiling = 32_000, maxTokens = 4096 }: CallBounds): {
  promptTokens: number;
  completionTokens: number;
} {
  return { promptTokens: promptCeiling, completionTokens: maxTokens };
}

/** So many calls of a model at their ceiling, in its own money. */
export function callsCeiling(calls: number, bounds: CallBounds, price: Price | undefined): Usage {
  const { promptTokens, completionTokens } = callCeiling(bounds);
  const usage = { calls, promptTokens: calls * promptTokens, completionTokens: calls * completionTokens };
  if (calls > 0 && price === undefined) return usage;
  const dollars = (usage.promptTokens * (price?.prompt ?? 0) + usage.completionTokens * (price?.completion ?? 0)) / 1e6;
  return { ...usage, dollars };
}

/** The sum of two ceilings; money is known only where both know it. */
export function addCeilings(a: Usage, b: Usage): Usage {
  const sum = {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
  return a.dollars === undefined || b.dollars === undefined ? sum : { ...sum, dollars: a.dollars + b.dollars };
}
