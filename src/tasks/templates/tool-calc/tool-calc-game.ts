import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';
import type { ExprId } from '../../tools/calc-plan.ts';
import { FIRST_OPERATOR, operatorSets, type Prefix } from '../arith-expr/arith-expression.ts';

export const params = {
  cost_per_call: number(0, 1, 'cost of a call of the tool'),
  bit_width: choice([8, 16, 32], 'bits of every value; results wrap around'),
  depth: int(1, 4, 'nesting depth of the brackets'),
  n_vars: int(2, 8, 'number of variables'),
  ops_set: choice(operatorSets, 'operators that may occur'),
  hidden: int(0, 5, 'variables whose value only the tool knows; 0 makes the tool a mere convenience'),
  step_budget: int(1, 64, 'steps before the penalty for exceeding them; twice as many end the episode'),
  over_penalty: number(0, 1, 'penalty for exceeding the step budget'),
  latency: int(0, 8, 'steps between a call and its result'),
  pricing: choice(['flat', 'size'], 'a call costs the same always, or that times the operators it evaluates'),
  scope: choice(['parts', 'all'], 'whether the tool refuses the whole expression'),
};
export type CalcParams = ParamsOf<typeof params>;

/** What the player sees. */
export interface CalcSeen {
  readonly prefix: Prefix;
  /** `null` is hidden. */
  readonly values: readonly (number | null)[];
  readonly results: readonly { readonly expr_id: ExprId; readonly value: number }[];
  /** Calls whose result is still to come. */
  readonly pending: number;
  readonly step: number;
}

export type CalcAction =
  | { readonly kind: 'THINK' }
  | { readonly kind: 'TOOL_CALL'; readonly expr_id: ExprId }
  | { readonly kind: 'ANSWER'; readonly value: number };

/** Whether the tool takes this call: a hidden variable or a bracket, the whole only where scope says so. */
export function isCallable({ hidden, scope }: CalcParams, brackets: number, id: ExprId): boolean {
  if (id < FIRST_OPERATOR) return id < hidden;
  const bracket = id - FIRST_OPERATOR;
  return bracket < (scope === 'all' ? brackets : brackets - 1);
}

export function bracketsOf(prefix: Prefix): number {
  return (prefix.length - 1) / 2;
}
