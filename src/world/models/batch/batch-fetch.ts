import { z } from 'zod';
import { abortReason } from '#foundation/kernel';
import { fetchSameOrigin } from '../fetch-same-origin.ts';

/** A request that waits for its batch, and how it is answered. */
interface Waiting {
  readonly id: string;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Headers;
  readonly answer: (response: Response) => void;
  readonly fail: (error: unknown) => void;
}

/** How a service takes many requests at once. */
export interface BatchDialect {
  /** Sends them; returns the address at which the state of the batch is asked for. */
  submit(send: Send, base: string, requests: readonly BatchRequest[]): Promise<string>;
  /** The results once the batch has ended, by request; nothing while it is under way. */
  poll(send: Send, address: string, base: string): Promise<ReadonlyMap<string, BatchResult> | undefined>;
  /** The end of the address of one request, which is left off to find where batches are. */
  readonly path: string;
}

export interface BatchRequest {
  readonly id: string;
  readonly body: unknown;
}

/** An answer as it would have come alone. */
export interface BatchResult {
  readonly status: number;
  readonly body: unknown;
}

/** Sends with the headers of the requests of the batch: keys and versions. */
export type Send = (
  url: string,
  init?: { readonly method?: string; readonly body?: string | FormData },
) => Promise<Response>;

export interface BatchTimes {
  /** A batch is sent when no request has come for so long. */
  readonly gatherMs: number;
  /** Between two looks at a batch. */
  readonly pollMs: number;
  readonly most: number;
}

/** @source the services take 50,000 (OpenAI) and 100,000 (Anthropic) requests in one batch */
const usualTimes: BatchTimes = { gatherMs: 500, pollMs: 20_000, most: 20_000 };

/**
 * A `fetch` that gathers requests and sends them as one batch, at half the price and within a day. To the SDK each looks like a call that
 * took long, so bodies, replies and errors are read by the same code as ever.
 */
export function createBatchFetch(dialect: BatchDialect, times: BatchTimes = usualTimes): typeof fetch {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    void run(dialect, batch, times).catch((error: unknown) => {
      for (const { fail } of batch) fail(error);
    });
  };
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const signal = init?.signal ?? undefined;
      if (signal?.aborted === true) return reject(abortReason(signal));
      signal?.addEventListener('abort', () => reject(abortReason(signal)), { once: true });
      const url = input instanceof Request ? input.url : input.toString();
      count += 1;
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
      const headers = new Headers(init?.headers);
      waiting.push({ id: `pawl-${count}`, url, body, headers, answer: resolve, fail: reject });
      clearTimeout(timer);
      if (waiting.length >= times.most) flush();
      else timer = setTimeout(flush, times.gatherMs);
    });
}

async function run(dialect: BatchDialect, batch: readonly Waiting[], { pollMs }: BatchTimes): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const base = first.url.slice(0, first.url.length - dialect.path.length);
  const send: Send = async (url, init = {}) => {
    const headers = new Headers(first.headers);
    if (typeof init.body !== 'string') headers.delete('content-type');
    const response = await fetchSameOrigin(url, { ...init, headers });
    if (!response.ok) throw new Refused(response);
    return response;
  };
  try {
    const address = await dialect.submit(send, base, batch);
    let results = await dialect.poll(send, address, base);
    while (results === undefined) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      results = await dialect.poll(send, address, base);
    }
    for (const { id, answer } of batch) answer(responseOf(results.get(id)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // What the service says to the batch it says to each of its requests: a wrong key, a rate limit with its wait.
    const body = await error.response.text();
    const { status, headers } = error.response;
    for (const { answer } of batch) answer(new Response(body, { status, headers }));
  }
}

/** A request that a batch lost is an outage: it is tried again. */
function responseOf(result: BatchResult | undefined): Response {
  const { status, body } = result ?? {
    status: 503,
    body: { error: { message: 'the batch has no answer to this request' } },
  };
  return Response.json(body, { status });
}

class Refused extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super(`refused with ${response.status}`);
    this.response = response;
  }
}

const Id = z.object({ id: z.string() });

const OpenAiBatch = z.object({
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
});
const OpenAiLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
});

/** @source OpenAI's Batch API: a file of requests, a batch of it, files of outputs and errors */
export const openaiBatches: BatchDialect = {
  path: '/chat/completions',
  async submit(send, base, requests) {
    const lines = requests.map(({ id, body }) =>
      JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body }),
    );
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new Blob([`${lines.join('\n')}\n`], { type: 'application/jsonl' }), 'batch.jsonl');
    const file = Id.parse(await (await send(`${base}/files`, { method: 'POST', body: form })).json());
    const asked = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const made = Id.parse(
      await (await send(`${base}/batches`, { method: 'POST', body: JSON.stringify(asked) })).json(),
    );
    return `${base}/batches/${made.id}`;
  },
  async poll(send, address, base) {
    const state = OpenAiBatch.parse(await (await send(address)).json());
    if (!['completed', 'failed', 'expired', 'cancelled'].includes(state.status)) return undefined;
    const results = new Map<string, BatchResult>();
    for (const id of [state.output_file_id, state.error_file_id]) {
      if (typeof id !== 'string') continue;
      for (const line of await linesAt(send, `${base}/files/${id}/content`)) {
        const { custom_id, response, error } = OpenAiLine.parse(JSON.parse(line));
        const lost = { status: 503, body: { error: { message: error?.message ?? state.status } } };
        results.set(custom_id, response ? { status: response.status_code, body: response.body } : lost);
      }
    }
    return results;
  },
};

const AnthropicBatch = z.object({ processing_status: z.string(), results_url: z.string().nullish() });
const AnthropicLine = z.object({
  custom_id: z.string(),
  result: z.object({ type: z.string(), message: z.unknown().optional(), error: z.unknown().optional() }),
});

/** @source Anthropic's Message Batches API: one request with all, then a file of results */
export const anthropicBatches: BatchDialect = {
  path: '/messages',
  async submit(send, base, requests) {
    const asked = { requests: requests.map(({ id, body }) => ({ custom_id: id, params: body })) };
    const response = await send(`${base}/messages/batches`, { method: 'POST', body: JSON.stringify(asked) });
    return `${base}/messages/batches/${Id.parse(await response.json()).id}`;
  },
  async poll(send, address) {
    const state = AnthropicBatch.parse(await (await send(address)).json());
    if (state.processing_status !== 'ended') return undefined;
    const results = new Map<string, BatchResult>();
    // The key goes along: elsewhere than where the batch is, nothing is fetched.
    const told = URL.canParse(state.results_url ?? '') ? new URL(state.results_url!) : undefined;
    const place = told?.origin === new URL(address).origin ? told.href : `${address}/results`;
    for (const line of await linesAt(send, place)) {
      const { custom_id, result } = AnthropicLine.parse(JSON.parse(line));
      results.set(custom_id, anthropicResult(result));
    }
    return results;
  },
};

/** A bad request is refused for good; what expired or was cancelled is asked again. */
function anthropicResult({ type, message, error }: z.infer<typeof AnthropicLine>['result']): BatchResult {
  if (type === 'succeeded') return { status: 200, body: message };
  const isBad = JSON.stringify(error ?? '').includes('invalid_request');
  return {
    status: type === 'errored' && isBad ? 400 : 503,
    body: error ?? { error: { type, message: `the request ${type}` } },
  };
}

async function linesAt(send: Send, url: string): Promise<readonly string[]> {
  const text = await (await send(url)).text();
  return text.split('\n').filter((line) => line.trim() !== '');
}
