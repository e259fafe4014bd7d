import { type Fragment, layout } from './fragment.ts';

/** A plane that is 1 in these lanes. */
export function maskOfLanes(lanes: readonly number[], words: number): Int32Array {
  const mask = new Int32Array(words);
  for (const lane of lanes) mask[lane >>> 5]! |= 1 << (lane & 31);
  return mask;
}

/** State bits that outlast an observation: the choice, and what fragments keep. */
export function keptStatePlanes(fragments: readonly Fragment[]): ReadonlySet<number> {
  const kept = new Set(Array.from({ length: layout.words }, (_, i) => i));
  for (const { plan } of fragments) for (const at of plan.kept) kept.add(layout.words + at);
  return kept;
}
