import type { Usage } from '#foundation/contracts/ports';

/** Dollars per million tokens: a small model works, a large one writes. The same for every competitor. */
export const prices = {
  target: { prompt: 0.25, completion: 1.25 },
  optimizer: { prompt: 3, completion: 15 },
} as const;

/** What a call costs; nothing where nobody tells its usage. */
export function dollarsOf(role: keyof typeof prices, usage: Usage | undefined): number {
  if (usage === undefined) return 0;
  const { prompt, completion } = prices[role];
  return (usage.promptTokens * prompt + usage.completionTokens * completion) / 1e6;
}
