import type { Usage } from '#foundation/contracts/ports';
import type { SampleRequest } from '#foundation/contracts/self-play';
import { promptBound } from '#ratchet/budget';

const nothing: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

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
