import { z } from 'zod';
import { Json } from '#foundation/contracts';
import { LiveStatus } from '../live/live-status.ts';

const Cell = z.union([z.string(), z.number(), z.null(), z.boolean()]);

const Axis = z.object({ label: z.string(), scale: z.enum(['linear', 'log']) });
const Plot = z.object({
  title: z.string(),
  x: Axis,
  y: Axis,
  series: z.array(z.object({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })),
});
const Target = z.object({ name: z.string(), value: z.number().nullable(), goal: z.string(), status: z.string() });

/** A benchmark as it was written with `--out`. */
export const BenchResult = z.object({
  suite: z.string(),
  quick: z.boolean().optional(),
  seed: z.number().optional(),
  configuration: Json.optional(),
  tables: z
    .array(z.object({ title: z.string(), columns: z.array(z.string()), rows: z.array(z.array(Cell)) }))
    .default([]),
  plots: z.array(Plot).default([]),
  targets: z.array(Target).default([]),
  notes: z.array(z.string()).default([]),
  /** When and with which code it was measured. */
  provenance: z.object({ commit: z.string(), date: z.string().optional() }).optional(),
});
export type BenchResult = z.infer<typeof BenchResult>;

export const BenchList = z.strictObject({
  folder: z.string(),
  /** Benchmarks under way in this workspace. */
  running: z.array(LiveStatus),
  results: z.array(
    z.strictObject({ name: z.string(), suite: z.string(), tables: z.int(), met: z.int(), targets: z.int() }),
  ),
});
export type BenchList = Omit<z.infer<typeof BenchList>, 'running'>;
