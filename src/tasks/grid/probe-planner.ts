import { STAY } from './grid.ts';
import type { LayoutPlanner, LayoutSet } from './layout-planner.ts';

interface Plan {
  readonly value: number;
  readonly move: number;
}

/** Where probing starts, what a move costs and how many steps it lasts. */
export interface ProbeTerms {
  readonly start: number;
  readonly cost: number;
  readonly budget: number;
}

/**
 * The best probing on average before walking from the start again: with k steps left at cell c and belief S,
 *
 *     P(c, S, k) = maxₘ −cost(m) + Σ_parts |part| / |S| · P(m(c), part, k − 1),   P(c, S, k ≤ 1) = −W(start, S)
 *
 * The last step shows nothing, as the agent is back at the start after it. Staying is free, and first among equals.
 *
 * @source as `LayoutPlanner`
 */
export class ProbePlanner {
  private readonly walks: LayoutPlanner;
  private readonly terms: ProbeTerms;
  private readonly plans = new Map<number, Plan>();

  constructor(walks: LayoutPlanner, terms: ProbeTerms) {
    this.walks = walks;
    this.terms = terms;
  }

  plan(set: LayoutSet, cell: number, left: number): Plan {
    const { start, cost, budget } = this.terms;
    if (left <= 1 || (set & (set - 1)) === 0) return { value: -this.walks.stepsFrom(set)[start]!, move: STAY };
    const key = (set * this.walks.family.size ** 2 + cell) * (budget + 1) + left;
    const known = this.plans.get(key);
    if (known !== undefined) return known;
    let best: Plan = { value: this.plan(set, cell, left - 1).value, move: STAY };
    for (let move = 0; move < 4; move += 1) {
      const to = this.walks.moved(set, cell, move);
      if (to === cell) continue;
      const parts = this.walks.parts(set, to);
      const value = this.walks.mean(set, parts, (part) => this.plan(part, to, left - 1).value) - cost;
      if (value > best.value + 1e-9) best = { value, move };
    }
    this.plans.set(key, best);
    return best;
  }

  /** The expected return of probing and walking, apart from the reward at the goal. */
  value(): number {
    const { start, budget } = this.terms;
    const all = 2 ** this.walks.family.layouts.length - 1;
    return this.walks.mean(all, this.walks.parts(all, start), (part) => this.plan(part, start, budget).value);
  }
}
