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
