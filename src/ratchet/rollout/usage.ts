import type { Usage } from '#foundation/contracts/ports';
import type { Spend } from '#foundation/contracts/skills';

export const noUsage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

/** Adds up what the calls of one rollout used; the sum is unknown as soon as one of them is. */
export function createMeter(): { readonly spend: Spend; used(): { usage: Usage } | Record<string, never> } {
  let sum: Usage | undefined = noUsage;
  return {
    spend: (usage) => {
      sum = sum === undefined || usage === undefined ? undefined : addUsage(sum, usage);
    },
    used: () => (sum === undefined ? {} : { usage: sum }),
  };
}

/** The sum of two usages; money is known only where both know it. */
function addUsage(a: Usage, b: Usage): Usage {
  const sum = {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
  const isFirst = a.calls === 0;
  if (b.dollars === undefined || (a.dollars === undefined && !isFirst)) return sum;
  return { ...sum, dollars: (a.dollars ?? 0) + b.dollars };
}
