import { z } from 'zod';
import type { Json } from '#foundation/contracts';

/** What a person keeps beside a run. */
export const RunNote = z.strictObject({
  star: z.boolean().default(false),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  note: z.string().max(4000).default(''),
  /** Out of the list of runs, until somebody asks for it. */
  archived: z.boolean().default(false),
});
export type RunNote = z.infer<typeof RunNote>;

/** Whether a person found a reply right, and why. */
export const Mark = z.strictObject({ right: z.boolean(), note: z.string().max(4000).default('') });
export type Mark = z.infer<typeof Mark>;

export function noteFrom(stored: Json | undefined): RunNote {
  const read = RunNote.safeParse(stored ?? {});
  return read.success ? read.data : RunNote.parse({});
}

export function markFrom(stored: Json | undefined): Mark | null {
  const read = Mark.safeParse(stored);
  return read.success ? read.data : null;
}
