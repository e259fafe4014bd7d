import { z } from 'zod';
import { Json } from '../json.ts';

/** The domains of practice. Wrappers and compositions inherit the domain of their base. */
export const Domain = z.enum(['math', 'code', 'reasoning', 'agentic', 'safety', 'language', 'meta']);
export type Domain = z.infer<typeof Domain>;

/** A task as data. The same `seedPath` always gives the same task; levels count from 1. */
export const Task = z.strictObject({
  v: z.literal(1),
  id: z.string().min(1),
  template: z.string().min(1),
  domain: Domain,
  level: z.int().min(1),
  params: z.record(z.string(), Json),
  seedPath: z.string().min(1),
  text: z.string(),
  tokens: z.int().min(0),
});
export type Task = z.infer<typeof Task>;
