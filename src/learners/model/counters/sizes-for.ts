import type { TextSizes } from './text-router.ts';

/** Memory for a text: 4 to 256 MiB with a bucket per byte, 1 GiB at most with four. */
export function sizesFor(length: number, bucketsPerByte: 1 | 4): TextSizes {
  const bits = (buckets: number, most: number): number =>
    Math.min(most, Math.max(16, Math.ceil(Math.log2(buckets + 1))));
  const history = bits(length, 22);
  const bucketBits = bits(bucketsPerByte * length, bucketsPerByte === 1 ? 22 : 24);
  return { bucketBits, refineBits: Math.min(16, history - 4), historyBits: history };
}
