import { MAX_SUBSTRING, MIN_SUBSTRING } from './route-layout.ts';

/** A stretch of bits of a code. */
export interface Substring {
  readonly from: number;
  readonly bits: number;
}

/**
 * Cuts a code into substrings of about log₂ n bits, or the bits asked for, as equal as can be: then a bucket holds about one of n random codes.
 *
 * @source Norouzi, Punjani & Fleet 2012, §4: s = log₂ n
 */
export function cutIntoSubstrings(bits: number, capacity: number, asked = 0): Substring[] {
  const wanted = Math.min(MAX_SUBSTRING, Math.max(MIN_SUBSTRING, asked > 0 ? asked : Math.log2(capacity)));
  const least = Math.ceil(bits / MAX_SUBSTRING);
  const most = Math.max(1, Math.floor(bits / MIN_SUBSTRING));
  const count = Math.min(most, Math.max(least, Math.round(bits / wanted)));
  const start = (i: number): number => Math.floor((i * bits) / count);
  return Array.from({ length: count }, (_, i) => ({ from: start(i), bits: start(i + 1) - start(i) }));
}
