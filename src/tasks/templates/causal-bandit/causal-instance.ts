import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';
import type { Arms } from './arms.ts';
import type { CausalModel, Intervention } from './causal-model.ts';

export const causalParams = {
  n_vars: choice([4, 8], 'number of variables'),
  k_arms: choice([4, 8], 'number of interventions to choose from'),
  dag_depth: int(1, 7, 'steps on the longest path to the target; less than n_vars'),
  noise: number(0, 0.45, 'how often a variable differs from what its causes say; its variance is noise (1 - noise)'),
  T: int(1, 10_000, 'rounds of choosing'),
  reward: choice(
    ['sample', 'expected'],
    'a round pays the target as drawn, or its expected value to the nearest 1/1024',
  ),
  queries: choice(['none', 'effect', 'counterfactual', 'both'], 'what is asked after the rounds'),
  n_queries: int(0, 16, 'how many questions are asked; 0 exactly where queries is none'),
};

export type CausalParams = ParamsOf<typeof causalParams>;

/** A question without evidence is about an effect, one with evidence about a counterfactual. */
export interface CausalQuery {
  readonly evidence: Intervention;
  readonly intervention: Intervention;
  /** The probability, to the nearest thousandth. */
  readonly truth: number;
}

export interface CausalInstance extends Arms {
  readonly params: CausalParams;
  readonly model: CausalModel;
  /** The value of the target that pays: 1 unless the rewards changed. */
  readonly wanted: number;
  readonly queries: readonly CausalQuery[];
  readonly noise: string;
}

export interface CausalObservation {
  readonly phase: 'choose' | 'effect' | 'counterfactual';
  readonly round: number;
  readonly target: number;
  readonly arms: readonly Intervention[];
  readonly last: { readonly arm: number; readonly values: Uint8Array; readonly reward: number } | null;
  /** Context made of what was observed: how often each arm was chosen, and how often the target was then 1. */
  readonly pulls: readonly number[];
  readonly ones: readonly number[];
  readonly evidence: Intervention;
  readonly intervention: Intervention;
}

export type CausalAction =
  | { readonly kind: 'pull'; readonly arm: number }
  | { readonly kind: 'estimate'; readonly value: number };
