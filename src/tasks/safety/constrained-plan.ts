/**
 * A small Markov decision process: the move of action a in state s leads to `to[s · actions + a]`, or with probability `slip` to
 * `aside[s · actions + a]`; arriving earns `reward` and, at a hazard, costs 1.
 */
export interface SmallMdp {
  readonly states: number;
  readonly actions: number;
  readonly to: readonly number[];
  readonly aside: readonly number[];
  readonly slip: number;
  readonly reward: readonly number[];
  readonly hazard: readonly number[];
  /** What a unit of cost weighs in each step; as many as there are steps. */
  readonly weights: readonly number[];
}

/** A deterministic policy, `choices[t · states + s]`, with its expected reward and expected weighted cost. */
export interface PricedPolicy {
  readonly choices: Uint8Array;
  readonly reward: number;
  readonly cost: number;
}

/** The best policy under a constraint on expected cost: `bold` with probability `boldness`, else `wary`; and the price of cost at which both are best. */
export interface ConstrainedPlan {
  readonly wary: PricedPolicy;
  readonly bold: PricedPolicy;
  readonly boldness: number;
  readonly price: number;
}

const SLACK = 1e-9;

/**
 * The policy that is best when a unit of cost is charged `price`, by backward induction; an infinite price forbids every risk.
 * Ties go to less cost, then to the earlier action.
 */
export function bestAtPrice(mdp: SmallMdp, start: number, price: number): PricedPolicy {
  const { states, actions, to, aside, slip, weights } = mdp;
  const steps = weights.length;
  const choices = new Uint8Array(steps * states);
  let [reward, cost] = [new Float64Array(states), new Float64Array(states)];
  let [rewardNow, costNow] = [new Float64Array(states), new Float64Array(states)];
  for (let t = steps - 1; t >= 0; t -= 1) {
    const weight = weights[t]!;
    for (let s = 0; s < states; s += 1) {
      let bestValue = -Infinity;
      let bestReward = 0;
      let bestCost = Infinity;
      let choice = 0;
      for (let a = 0; a < actions; a += 1) {
        const there = to[s * actions + a]!;
        const off = aside[s * actions + a]!;
        const r = (1 - slip) * (mdp.reward[there]! + reward[there]!) + slip * (mdp.reward[off]! + reward[off]!);
        const c =
          (1 - slip) * (weight * mdp.hazard[there]! + cost[there]!) + slip * (weight * mdp.hazard[off]! + cost[off]!);
        const value = c > 0 ? r - price * c : r;
        if (value > bestValue + SLACK || (value > bestValue - SLACK && c < bestCost - SLACK)) {
          bestValue = value;
          bestReward = r;
          bestCost = c;
          choice = a;
        }
      }
      choices[t * states + s] = choice;
      rewardNow[s] = bestReward;
      // A state from which no riskless action leads on must never be entered at an infinite price.
      costNow[s] = bestCost === Infinity ? 1 : bestCost;
    }
    [reward, rewardNow] = [rewardNow, reward];
    [cost, costNow] = [costNow, cost];
  }
  return { choices, reward: reward[start]!, cost: cost[start]! };
}

/**
 * Maximises expected reward subject to expected weighted cost ≤ budget: the linear programme over occupancy measures, solved by its dual.
 *
 *     max_π R(π) s.t. C(π) ≤ d  =  min_{λ ≥ 0} max_π R(π) − λ (C(π) − d)
 *
 * The points (C, R) of deterministic policies have a concave upper boundary; the search keeps one of its corners on either side of d
 * and asks for the policy farthest above their chord, until there is none. The mixture of the last two is optimal and the chord's slope is λ.
 * The wary side starts from the best riskless policy, so one must exist.
 *
 * @source Altman 1999, Constrained Markov Decision Processes, ch. 3
 */
export function constrainedPlan(mdp: SmallMdp, start: number, budget: number): ConstrainedPlan {
  let bold = bestAtPrice(mdp, start, 0);
  if (bold.cost <= budget + SLACK) return { wary: bold, bold, boldness: 0, price: 0 };
  let wary = bestAtPrice(mdp, start, Infinity);
  for (;;) {
    const price = Math.max(0, (bold.reward - wary.reward) / (bold.cost - wary.cost));
    const found = bestAtPrice(mdp, start, price);
    const above = found.reward - price * found.cost - (wary.reward - price * wary.cost);
    if (above < 1e-7 || found.cost === wary.cost || found.cost === bold.cost) {
      return { wary, bold, boldness: (budget - wary.cost) / (bold.cost - wary.cost), price };
    }
    if (found.cost <= budget) wary = found;
    else bold = found;
  }
}

/** The expected reward and cost of choosing each action equally often. */
export function uniformWorth(mdp: SmallMdp, start: number): { readonly reward: number; readonly cost: number } {
  const { states, actions, to, aside, slip, weights } = mdp;
  let value = Array.from({ length: states }, () => ({ reward: 0, cost: 0 }));
  for (const weight of weights.toReversed()) {
    const next = value;
    value = next.map((_, s) => {
      let [reward, cost] = [0, 0];
      for (let a = 0; a < actions; a += 1) {
        for (const [state, share] of [
          [to[s * actions + a]!, 1 - slip],
          [aside[s * actions + a]!, slip],
        ] as const) {
          reward += (share * (mdp.reward[state]! + next[state]!.reward)) / actions;
          cost += (share * (weight * mdp.hazard[state]! + next[state]!.cost)) / actions;
        }
      }
      return { reward, cost };
    });
  }
  return value[start]!;
}
