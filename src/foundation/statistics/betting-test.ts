import { requireInside, requireWithin } from './require-sample.ts';
import type { Alternative } from './sign-test.ts';

/** How many fixed bets share the stake. */
const BETS = 16;

export interface BettingTestOptions {
  /** Chance of ever rejecting a true null. */
  readonly alpha: number;
  readonly nullMean: number;
  readonly alternative: Alternative;
}

/** A test that may be looked at after every observation and stopped at will. */
export interface BettingTest {
  /** Takes the next observation, in [0, 1]. */
  add(x: number): void;
  /** ln of the capital grown from 1 by betting against the null: an e-process. */
  logWealth(): number;
  /** The capital itself, an e-value whenever one stops; infinite past e⁷⁰⁹. */
  wealth(): number;
  /** 1 / the largest capital so far, at most 1: valid at any stopping time. */
  pValue(): number;
  /** Whether the capital has ever reached 1/alpha. */
  isRejected(): boolean;
  count(): number;
}

/**
 * Tests the mean of observations in [0, 1] against m = nullMean, at any stopping time.
 *
 *     greater:    Kₜ = (1/J) Σⱼ Πᵢ (1 + fⱼ (xᵢ − m)/m),   fⱼ = (j − ½)/J, j = 1 … J = 16
 *     less:       the same for 1 − x against 1 − m
 *     two-sided:  the mean of both
 *
 * Every factor is ≥ 0 and has mean ≤ 1 under the null, so K is a supermartingale from 1 and P(sup K ≥ 1/α) ≤ α.
 * The bets are spread evenly instead of being learnt, so K depends on the observations and not on their order.
 * For paired differences d in [−1, 1] give x = (d + 1)/2 and m = ½.
 *
 * @source Ville 1939; Waudby-Smith & Ramdas 2024, arXiv:2010.09686, section 4 (capital processes); the even
 *   mixture over constant bets is Cover's (1991) on a grid
 */
export function createBettingTest(options: BettingTestOptions): BettingTest {
  const { alpha, nullMean, alternative } = options;
  requireInside(alpha, 0, 1, 'alpha');
  requireInside(nullMean, 0, 1, 'nullMean');
  const sides: ((x: number) => number)[] = [];
  if (alternative !== 'less') sides.push((x) => (x - nullMean) / nullMean);
  if (alternative !== 'greater') sides.push((x) => (nullMean - x) / (1 - nullMean));
  const logs = new Float64Array(BETS * sides.length);
  let now = 0;
  let best = 0;
  let count = 0;

  return {
    add(x) {
      requireWithin(x, 0, 1, 'an observation of a betting test');
      for (const [side, gain] of sides.entries()) {
        const odds = gain(x);
        for (let j = 0; j < BETS; j += 1) logs[side * BETS + j]! += Math.log1p(((j + 0.5) / BETS) * odds);
      }
      now = logMean(logs);
      best = Math.max(best, now);
      count += 1;
    },
    logWealth: () => now,
    wealth: () => Math.exp(now),
    pValue: () => Math.exp(-best),
    isRejected: () => best >= -Math.log(alpha),
    count: () => count,
  };
}

function logMean(logs: Float64Array): number {
  let top = -Infinity;
  for (const log of logs) top = Math.max(top, log);
  let sum = 0;
  for (const log of logs) sum += Math.exp(log - top);
  return top + Math.log(sum / logs.length);
}
