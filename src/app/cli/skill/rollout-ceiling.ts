import type { Usage } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import type { Price } from '#ratchet/budget';
import { listPriceOf } from '#world/models';
import type { ModelSettings } from '#world/models/providers';

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

/** Tokens of a reply that is neither terse nor long, and of a judgement. */
const REPLY_TOKENS = 400;
const JUDGEMENT_TOKENS = 150;
/** Characters of a token, on the careful side for English prose. */
const CHARACTERS = 3;

/** The texts that a rollout will be made of, as far as they are at hand. */
export interface RolloutTexts {
  readonly skill: SkillFiles | undefined;
  readonly tasks: readonly SkillTask[];
}

/** What so many calls of a model usually use: skill and a task of mean length each time, and a reply of usual length. */
export function usualCalls(calls: number, texts: RolloutTexts, bounds: CallBounds, price: Price | undefined): Usage {
  const { promptTokens: most, completionTokens } = callCeiling(bounds);
  const skill = Object.values(texts.skill ?? {}).reduce((sum, text) => sum + text.length, 0);
  const task = texts.tasks.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, texts.tasks.length);
  const prompt = Math.min(most, Math.ceil((skill + task) / CHARACTERS) + 50);
  return priced(calls, prompt, Math.min(completionTokens, REPLY_TOKENS), price);
}

/** What a judge usually uses on a rollout of a model. */
export function usualJudgement(rollout: Usage, price: Price | undefined): Usage {
  return priced(1, rollout.promptTokens + rollout.completionTokens + 200, JUDGEMENT_TOKENS, price);
}

function priced(calls: number, prompt: number, completion: number, price: Price | undefined): Usage {
  const usage = { calls, promptTokens: calls * prompt, completionTokens: calls * completion };
  if (price === undefined) return usage;
  return { ...usage, dollars: (usage.promptTokens * price.prompt + usage.completionTokens * price.completion) / 1e6 };
}
