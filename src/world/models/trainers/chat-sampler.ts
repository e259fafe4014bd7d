import type { ModelClient, ModelReply } from '#foundation/contracts/ports';
import type { Sampler, SampleRequest } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';

interface ChatSamplerOptions {
  /** Usage is accounted under it. */
  readonly stage: string;
  readonly system?: string;
  /** Calls in flight at once. */
  readonly workers?: number;
  /** Tries per request, where the service fails; 3 unless told. */
  readonly tries?: number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/**
 * Any chat model as a writer of texts. An outage that lasts through all tries is null, which no one scores; a refusal of the
 * request itself (bad key, unknown model) is thrown, for no further try would help.
 */
export function chatSampler(client: ModelClient, options: ChatSamplerOptions): Sampler {
  const { stage, system, workers = 4, tries = 3 } = options;
  const sleep = options.sleep ?? ((ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const ask = async (request: SampleRequest, signal?: AbortSignal): Promise<ModelReply | null> => {
    const { prompt, seed, temperature, maxTokens } = request;
    const messages = [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user' as const, content: prompt },
    ];
    for (let at = 1; at <= tries; at += 1) {
      try {
        return await client.complete({ stage, messages, seed, temperature, maxTokens }, signal);
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'models/outage') throw error;
        const asked = error.details['retryAfterMs'];
        if (at < tries) await sleep(Math.min(30_000, typeof asked === 'number' ? asked : 250 * 4 ** at));
      }
    }
    return null;
  };
  return {
    id: `chat ${client.id}${system === undefined ? '' : ` ${system}`}`,
    isSimulated: client.isSimulated,
    async sample(requests, signal) {
      const replies = new Array<ModelReply | null>(requests.length).fill(null);
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < requests.length) {
          const at = next;
          next += 1;
          replies[at] = await ask(requests[at]!, signal);
        }
      };
      await Promise.all(Array.from({ length: Math.min(workers, requests.length) }, work));
      return replies;
    },
  };
}
