import type { Rng } from '#foundation/kernel';

/** How often and how patiently a failed call is tried again. */
export interface Patience {
  readonly retries: number;
  readonly firstMs: number;
  readonly longestMs: number;
}

/** 93 s in the mean, 62 s at least: longer than the window of a minute over which providers count their limits. */
export const usualPatience: Patience = { retries: 8, firstMs: 500, longestMs: 60_000 };

/**
 * How long to wait before try k + 1, after k ≥ 1 tries failed:
 *
 *     w = u · min(longest, first · 2ᵏ⁻¹),  u uniform in [½, 1];  at least what the server asked for
 *
 * A server's Retry-After is honoured even past `longest`: to come back earlier only earns the next refusal.
 *
 * @source AWS Architecture Blog 2015, exponential backoff and jitter ("equal jitter")
 */
export function backoffMs(tries: number, patience: Patience, asked: number | undefined, rng: Rng): number {
  const ceiling = Math.min(patience.longestMs, patience.firstMs * 2 ** (tries - 1));
  return Math.max(asked ?? 0, Math.round(ceiling * (0.5 + 0.5 * rng.float())));
}
