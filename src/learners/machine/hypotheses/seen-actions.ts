import type { BitEpisode } from './evidence.ts';

/** The distinct actions that were played, in an order that does not depend on chance; none where there are more than `most`. */
export function seenActions(episodes: readonly BitEpisode[], most: number): Uint8Array[] {
  const seen = new Map<string, Uint8Array>();
  for (const { by, steps } of episodes) {
    if (by !== 'chance') continue;
    for (const { action } of steps) {
      const key = action.join('');
      if (seen.has(key)) continue;
      if (seen.size === most) return [];
      seen.set(key, action);
    }
  }
  return [...seen.keys()].sort().map((key) => seen.get(key)!);
}
