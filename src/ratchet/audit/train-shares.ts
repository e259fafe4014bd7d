import type { Facts } from './facts.ts';

/** What is kept for trials beyond the expected ones, as a part of one of them, and the bounds of a weight. */
const LATER = 0.25;
const LIGHTEST = 0.25;
const HEAVIEST = 4;

/**
 * The shares of the error budget that trials of training have, from what their events tell:
 *
 *     share = left · part,   or   left · w / (clock + w + tries − ¾)          level = share · (1 + acceptances), at most alpha
 *
 * A share leaves the budget when its trial begins. It goes back where the trial looked at nothing; a trial without a part of its own moves the
 * clock by its weight.
 *
 * @source Javanmard & Montanari 2018 (LOND); written again, so that the gate does not check itself
 */
export class TrainShares {
  private readonly alpha: number;
  private readonly tries: number;
  private left: number;
  private clock = 0;

  constructor(alpha: number, tries: number) {
    this.alpha = alpha;
    this.tries = tries;
    this.left = alpha;
  }

  /** The level of the next trial; nothing where its event does not say what its share follows from. `looked`: 0 where it saw nothing. */
  take({ weight, part }: Facts, looked: unknown, acceptances: number): number | undefined {
    if (typeof weight !== 'number' || !Number.isFinite(weight)) return undefined;
    if (part !== undefined && !(typeof part === 'number' && part > 0 && part < 1)) return undefined;
    const heavy = Math.max(LIGHTEST, Math.min(weight, HEAVIEST));
    const share =
      typeof part === 'number' ? this.left * part : (this.left * heavy) / (this.clock + heavy + this.tries - 1 + LATER);
    if (looked !== 0) this.left -= share;
    // A trial that was cut off took its share, and did not get to move the clock.
    if (looked !== 0 && looked !== undefined && part === undefined) this.clock += heavy;
    return Math.min(this.alpha, share * (1 + acceptances));
  }
}
