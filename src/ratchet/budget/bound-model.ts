import type { ModelClient, Usage } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { promptBound } from './prompt-bound.ts';

export type CallCeiling = Pick<Usage, 'promptTokens' | 'completionTokens'>;

/**
 * A model none of whose calls can use more than was reserved for it: a prompt that could have more tokens is refused before it is
 * sent, and no reply is asked for that could be longer. It keeps its id, for it answers the same.
 */
export function boundModel(client: ModelClient, { promptTokens, completionTokens }: CallCeiling): ModelClient {
  return {
    ...client,
    async complete(request, signal) {
      const bound = promptBound(request);
      if (bound > promptTokens) {
        const message = `a prompt for ${request.stage} may have ${bound} tokens (its bytes), above the ceiling of ${promptTokens}`;
        throw new Fault('loops/prompt-too-long', message, { details: { stage: request.stage, bound, promptTokens } });
      }
      const maxTokens = Math.min(request.maxTokens ?? completionTokens, completionTokens);
      return await client.complete({ ...request, maxTokens }, signal);
    },
  };
}
