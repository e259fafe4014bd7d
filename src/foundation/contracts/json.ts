import { z } from 'zod';

/** What can be stored, hashed and sent: JSON data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const Json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(Json), z.record(z.string(), Json)]),
);

/** A content hash: 64 hexadecimal digits. */
export const HashText = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
