import type { Usage } from '#contracts';

export const noUsage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

/** The sum of two usages; money is known only where both know it. A call whose usage is unknown counts as a call. */
export function addUsage(a: Usage, b: Usage | undefined): Usage {
  if (b === undefined) return withoutMoney({ ...a, calls: a.calls + 1 });
  const sum = {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
  const isFirst = a.calls === 0;
  if (b.dollars === undefined || (a.dollars === undefined && !isFirst)) return sum;
  return { ...sum, dollars: (a.dollars ?? 0) + b.dollars };
}

function withoutMoney({ calls, promptTokens, completionTokens }: Usage): Usage {
  return { calls, promptTokens, completionTokens };
}
