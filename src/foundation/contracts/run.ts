import { z } from 'zod';
import { HashText, Json } from './json.ts';

/** How a run stands. `open` is unfinished: running now, or killed and waiting for `--resume`. */
export const RunStatus = z.enum(['open', 'done', 'failed']);
export type RunStatus = z.infer<typeof RunStatus>;

/** A run: what was asked, with which seed, and how it ended. Times are milliseconds since 1970, for people only. */
export const Run = z.strictObject({
  v: z.literal(1),
  id: z.string().min(1),
  loop: z.string().min(1),
  seed: z.int(),
  config: Json,
  status: RunStatus,
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** Hash over the events' content, in order; equal for an undisturbed and a resumed run. */
  hash: HashText.optional(),
  summary: Json.optional(),
  /** Hash over the recorded steps when the run ended; not the same for equal computations, for a step may record times. */
  steps: HashText.optional(),
});
export type Run = z.infer<typeof Run>;

/** One thing that happened in a run, noun-verb past: `episode-ended`, `patch-accepted`. */
export const RunEvent = z.strictObject({
  v: z.literal(1),
  run: z.string().min(1),
  seq: z.int().min(0),
  type: z.string().regex(/^[a-z]+(-[a-z]+)+$/, 'expected noun-verb, such as episode-ended'),
  data: Json,
});
export type RunEvent = z.infer<typeof RunEvent>;

/**
 * One signature over one run. Links are a chain: each names the hash of the line before it, so that none can be taken out, put in or
 * moved without breaking those after it, and whoever publishes the last one has dated all before it.
 */
export const SignatureLink = z.strictObject({
  v: z.literal(1),
  run: z.string().min(1),
  /** Hash over all that the store holds of the run. */
  seal: HashText,
  previous: HashText,
  /** Milliseconds since 1970, as the signer's clock had it. */
  at: z.number(),
  /** Ed25519, SubjectPublicKeyInfo in Base64. */
  key: z.string(),
  signature: z.string(),
});
export type SignatureLink = z.infer<typeof SignatureLink>;
