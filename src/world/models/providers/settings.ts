import { z } from 'zod';

/** A model as a configuration file names it: `provider:model`, or this with more to say. */
export const ModelSettings = z.strictObject({
  /** `provider:model`, such as `openai:gpt-5-mini` or `ollama:qwen3`. */
  model: z.string(),
  /** Where the server is; providers know their own, compatible servers need it. */
  baseUrl: z.url().optional(),
  /** The environment variable that holds the key: keys themselves never stand in a file. */
  keyVariable: z.string().min(1).optional(),
  /** Azure: how to sign in; `identity` takes a token from the managed identity where there is one, else from the command line. */
  auth: z.enum(['key', 'identity', 'managed-identity']).optional(),
  /** Azure: whom a token is for, and which managed identity asks for it. */
  identityScope: z.string().min(1).optional(),
  identityClient: z.string().min(1).optional(),
  /** Azure: a dated version goes to the address of the deployment, any other to the v1 address. */
  apiVersion: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().min(1).optional(),
  timeoutSeconds: z.number().gt(0).optional(),
  reasoningEffort: z.string().optional(),
  /** Dollars per million tokens, in place of the list price. */
  price: z
    .strictObject({
      prompt: z.number().min(0),
      completion: z.number().min(0),
      /** Of prompt tokens read from the provider's cache. */
      cached: z.number().min(0).optional(),
    })
    .optional(),
  /** Off for servers that refuse a seed. */
  sendsSeed: z.boolean().optional(),
  /** Passed on to the provider as it is: the AI SDK's `providerOptions`. */
  providerOptions: z.record(z.string(), z.record(z.string(), z.json())).optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

export type Environment = Readonly<Record<string, string | undefined>>;
