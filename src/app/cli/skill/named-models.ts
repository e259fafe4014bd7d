import type { Json } from '#foundation/contracts';
import type { ModelSettings } from '#world/models/providers';
import type { TrainConfig } from './train-config.ts';

type Named = string | ModelSettings | undefined;

/** The models of a run in clear, by role: what a person wants to know of them again. No key stands here, and nothing that is passed on unread. */
export function namedModels(roles: Readonly<Record<string, Named>>): Record<string, Json> {
  const told = Object.entries(roles).flatMap(([role, model]) => (model === undefined ? [] : [[role, inClear(model)]]));
  return Object.fromEntries(told);
}

/** The roles of a run of train or eval: one that nobody named is the target's. */
export function trainModels({ agent, target, optimizer = target, judge }: TrainConfig): Record<string, Json> {
  return namedModels({ agent: agent?.agent, target, optimizer, judge });
}

/** Those of a run that scores and changes nothing. */
export function targetModels({ agent, target, judge }: TrainConfig): Record<string, Json> {
  return namedModels({ agent: agent?.agent, target, judge });
}

function inClear(model: string | ModelSettings): Json {
  if (typeof model === 'string') return { model };
  const { model: name, baseUrl, temperature, maxTokens, reasoningEffort, apiVersion } = model;
  const facts = { address: plainAddress(baseUrl), temperature, maxTokens, reasoningEffort, apiVersion };
  const known = Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return { model: name, ...Object.fromEntries(known) };
}

/** An address without a name, password or question in it: each may hold a key. */
export function plainAddress(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { origin, pathname } = new URL(baseUrl);
  return pathname === '/' ? origin : `${origin}${pathname}`;
}
