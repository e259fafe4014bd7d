import { z } from 'zod';
import type { Json } from '../json.ts';

/** One message of a conversation with a language model. */
export const Message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  /** Images beside the text of a user: `data:image/…;base64,…` or an address. */
  images: z.array(z.string().min(1)).optional(),
});
export type Message = z.infer<typeof Message>;

/** What a call or a rollout used. `dollars` is absent where no price is known; a budget in money then fails closed. */
export const Usage = z.strictObject({
  calls: z.int().min(0),
  promptTokens: z.int().min(0),
  completionTokens: z.int().min(0),
  dollars: z.number().min(0).optional(),
});
export type Usage = z.infer<typeof Usage>;

/** A tool that a model may call; the call is its answer, nobody runs it. */
export const Tool = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  /** JSON Schema of its input. */
  parameters: z.record(z.string(), z.unknown()),
});
export type Tool = z.infer<typeof Tool>;

/** A question to a language model. Everything here is content: equal requests have equal keys. */
export interface ModelRequest {
  /** Which part of a loop asks, such as `analyst` or `target`: usage is accounted under it. */
  readonly stage: string;
  readonly messages: readonly Message[];
  /** Makes repeats of one request distinct, and is passed to models that take a seed. */
  readonly seed: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly reasoningEffort?: string;
  /** JSON Schema that the reply should follow, for models with structured output. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly Tool[];
}

/** A model's answer. `usage` is absent where the model does not tell it. */
export interface ModelReply {
  readonly text: string;
  readonly usage?: Usage;
  readonly finish: 'stop' | 'length' | 'refusal' | 'other';
  /** Calls of the tools that were offered; absent where there is none. */
  readonly toolCalls?: readonly { readonly name: string; readonly input: Json }[];
}

/**
 * A language model as the core sees it. A failure of the infrastructure is thrown as a Fault `models/…` whose details name the
 * `outage` (see `Outage`) and, where the server told it, `retryAfterMs`; it is never returned as text, so that nothing can score it.
 */
export interface ModelClient {
  /** Provider, model and sampler: part of the key of everything it answers. */
  readonly id: string;
  /** A simulation says so in every output. */
  readonly isSimulated: boolean;
  complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelReply>;
}

/**
 * Asks a model, all requests at once; replies come in their order. The engine puts journal, budget, retries and concurrency behind it: a
 * block without room for all of it is not begun, and an outage is thrown, never a reply.
 */
export type Ask = (requests: readonly ModelRequest[]) => Promise<readonly ModelReply[]>;
