import { z } from 'zod';

const units: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Bytes: a whole number of them, or a number with a unit, such as `500MB` or `2.5 GB`. */
export const Quota = z
  .union([
    z.int().min(1),
    z.string().regex(/^\d+(\.\d+)?\s*(B|kB|MB|GB|TB)?$/u, 'expected a size, such as 500MB or 5GB'),
  ])
  .transform((size) => {
    if (typeof size === 'number') return size;
    const [, count = '', unit = ''] = /^([\d.]+)\s*(\w*)$/u.exec(size) ?? [];
    return Math.round(Number(count) * (units[unit] ?? 1));
  });
