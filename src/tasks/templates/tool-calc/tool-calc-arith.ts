import type { Rng } from '#foundation/kernel';
import type { Environment, Judged, Optimum, Policy, StepResult } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { codec, constant, listOf, maybe, record, tagged, upTo, whole } from '../../faces/bit-layout.ts';
import { bracketSizes, callPrice, cheapestCalls, type ExprId } from '../../tools/calc-plan.ts';
import {
  codesOf,
  drawPrefix,
  FIRST_OPERATOR,
  type Prefix,
  prefixText,
  wrappedValues,
} from '../arith-expr/arith-expression.ts';
import { recount } from '../arith-expr/arith-recount.ts';
import { bracketsOf, type CalcAction, type CalcParams, type CalcSeen, isCallable, params } from './tool-calc-game.ts';
import { bracketTexts, calcText } from './tool-calc-text.ts';

interface CalcInstance {
  readonly params: CalcParams;
  readonly prefix: Prefix;
  readonly values: readonly number[];
  /** The value of each bracket, as brackets close; the last is the answer. */
  readonly points: readonly number[];
}

const MOST_BRACKETS = 15;
const over: StepResult = { reward: 0, done: true };

class Calc implements Environment<CalcSeen, CalcAction> {
  private readonly instance: CalcInstance;
  private readonly calls: { readonly at: number; readonly expr_id: ExprId; readonly value: number }[] = [];
  private at = 0;
  private done = false;

  constructor(instance: CalcInstance) {
    this.instance = instance;
  }

  observe(): CalcSeen {
    const { params, prefix, values } = this.instance;
    const arrived = this.calls.filter((call) => call.at + params.latency <= this.at);
    return {
      prefix,
      values: values.map((value, i) => (i < params.hidden ? null : value)),
      results: arrived.map(({ expr_id, value }) => ({ expr_id, value })),
      pending: this.calls.length - arrived.length,
      step: this.at,
    };
  }

  step(action: CalcAction | undefined): StepResult {
    if (this.done) return over;
    const { params, points } = this.instance;
    this.at += 1;
    let reward = this.at === params.step_budget + 1 ? -params.over_penalty : 0;
    if (action?.kind === 'ANSWER') {
      this.done = true;
      if (action.value === points.at(-1)) reward += 1;
      return { reward, done: true };
    }
    if (action?.kind === 'TOOL_CALL') reward -= this.call(action.expr_id);
    this.done = this.at === 2 * params.step_budget;
    return { reward, done: this.done };
  }

  private call(id: ExprId): number {
    const { params, prefix, values, points } = this.instance;
    if (!isCallable(params, points.length, id)) return 0;
    const isVariable = id < FIRST_OPERATOR;
    const value = isVariable ? values[id]! : points[id - FIRST_OPERATOR]!;
    this.calls.push({ at: this.at, expr_id: id, value });
    return callPrice(params, isVariable ? 1 : bracketSizes(prefix)[id - FIRST_OPERATOR]!);
  }
}

/** The codes of + and − in a set of operators. */
function sumCodes(set: string): readonly number[] {
  return codesOf(set).filter((code) => code < FIRST_OPERATOR + 2);
}

/** Puts the hidden variables x1, x2, … at different leaves and the others at the rest, each once before any twice; operators above a hidden one become + or −. */
function nameAndTame(prefix: number[], { n_vars, hidden, ops_set }: CalcParams, rng: Rng): void {
  const sums = sumCodes(ops_set);
  const leaves: number[] = [];
  for (let i = 0; i < prefix.length; i += 1) if (prefix[i]! < FIRST_OPERATOR) leaves.push(i);
  rng.shuffle(leaves);
  const shown = rng.distinct(n_vars - hidden, n_vars - hidden);
  for (const [i, leaf] of leaves.entries()) {
    if (i < hidden) prefix[leaf] = i;
    else prefix[leaf] = hidden + (shown[i - hidden] ?? rng.below(n_vars - hidden));
  }
  let at = 0;
  const tame = (): boolean => {
    const here = at;
    at += 1;
    const code = prefix[here]!;
    if (code < FIRST_OPERATOR) return code < hidden;
    const left = tame();
    const right = tame();
    if ((left || right) && code > FIRST_OPERATOR + 1) prefix[here] = rng.pick(sums);
    return left || right;
  };
  tame();
}

function generate(params: CalcParams, rng: Rng): CalcInstance {
  const prefix = drawPrefix(params.depth, codesOf(params.ops_set), rng);
  nameAndTame(prefix, params, rng);
  const span = 2 ** params.bit_width;
  const values = Array.from({ length: params.n_vars }, () => rng.below(span) - span / 2);
  return { params, prefix, values, points: wrappedValues(prefix, values, params.bit_width) };
}

/** Makes the cheapest calls, waits for their results and answers; where they cost more than they are worth it guesses. */
function cheapestPolicy({ params, prefix, points }: CalcInstance): Policy<CalcSeen, CalcAction> {
  const { calls, cost } = cheapestCalls(prefix, params);
  const worthwhile = 1 - cost >= 2 ** -params.bit_width;
  return {
    act({ results, pending, step }) {
      if (!worthwhile) return { kind: 'ANSWER', value: 0 };
      const next = calls[results.length + pending];
      if (next !== undefined) return { kind: 'TOOL_CALL', expr_id: next };
      if (pending > 0 && step < params.step_budget) return { kind: 'THINK' };
      return { kind: 'ANSWER', value: points.at(-1)! };
    },
  };
}

/** Nothing hidden: answering at once earns 1. Else what the cheapest calls leave, or a blind guess, whichever is worth more. */
function optimum({ params, prefix }: CalcInstance): Optimum {
  const { cost } = cheapestCalls(prefix, params);
  if (params.hidden === 0) return { kind: 'exact', reward: 1 };
  const guess = 2 ** -params.bit_width;
  if (1 - cost < guess) return { kind: 'expected', reward: guess, low: 0, high: 1 };
  return { kind: 'expected', reward: 1 - cost, low: 1 - cost - 1e-9, high: 1 - cost + 1e-9 };
}

/** Operators inside each bracket, read off its text. */
function sizesInText(prefix: Prefix): number[] {
  return bracketTexts(prefix).map((text) => text.match(/ (?:\+|-|\*|max|min) /g)?.length ?? 0);
}

/** Evaluates the text of the expression by other code, and prices the calls by what they say. */
function verify({ params, prefix, values }: CalcInstance, actions: readonly (CalcAction | undefined)[]): Judged {
  const truth = recount(prefixText(prefix), values, params.bit_width).at(-1);
  const sizes = sizesInText(prefix);
  const played = actions.slice(0, 2 * params.step_budget);
  const end = played.findIndex((action) => action?.kind === 'ANSWER');
  const steps = end < 0 ? played.length : end + 1;
  let reward = steps > params.step_budget ? -params.over_penalty : 0;
  for (const action of played.slice(0, steps)) {
    if (action?.kind !== 'TOOL_CALL') continue;
    const size = action.expr_id < FIRST_OPERATOR ? 1 : sizes[action.expr_id - FIRST_OPERATOR];
    const refused =
      action.expr_id < FIRST_OPERATOR
        ? action.expr_id >= params.hidden
        : params.scope === 'parts' && action.expr_id - FIRST_OPERATOR === sizes.length - 1;
    if (size === undefined || refused) continue;
    reward -= params.cost_per_call * (params.pricing === 'flat' ? 1 : size);
  }
  const final = end < 0 ? undefined : played[end];
  if (final?.kind === 'ANSWER' && final.value === truth) return { ok: true, reward: reward + 1 };
  return { ok: false, reward, why: end < 0 ? 'no answer' : 'wrong answer' };
}

/** Every call the tool takes. */
function callableIds(params: CalcParams, brackets: number): ExprId[] {
  return Array.from({ length: FIRST_OPERATOR + brackets }, (_, id) => id).filter((id) =>
    isCallable(params, brackets, id),
  );
}

/**
 * The exact return of random actions, V(t) with t steps done:
 *
 *     V(t) = −o(t) − s + p·2^−w + (1 − p) V(t + 1)
 *
 * p is the share of actions that are answers, s the mean price of an action, o the penalty at the step past the budget.
 */
function randomReturn({ params, prefix }: CalcInstance): number {
  const sizes = bracketSizes(prefix);
  const ids = callableIds(params, sizes.length);
  const answers = 2 ** params.bit_width;
  const actions = answers + ids.length + 1;
  const prices = ids.map((id) => callPrice(params, id < FIRST_OPERATOR ? 1 : sizes[id - FIRST_OPERATOR]!));
  const spent = prices.reduce((sum, price) => sum + price, 0) / actions;
  let value = 0;
  for (let t = 2 * params.step_budget - 1; t >= 0; t -= 1) {
    const penalty = t === params.step_budget ? params.over_penalty : 0;
    value = -penalty - spent + 1 / actions + (1 - answers / actions) * value;
  }
  return value;
}

const base = { ops_set: '+-*maxmin', over_penalty: 0.2, pricing: 'flat', scope: 'parts' } as const;

/**
 * Evaluate an expression, in one's head or with a tool that is always right but charges.
 *
 *     return = [answer right] − prices of the calls − over_penalty if the step budget is exceeded
 *
 * Hidden variables make calls necessary; which are cheapest is known exactly (`cheapestCalls`).
 *
 * @source spec/task-grammar §4.1.1
 */
export const toolCalcArith = defineTemplate<CalcParams, CalcInstance, CalcSeen, CalcAction>({
  name: 'TOOL_CALC_ARITH',
  family: 'tool',
  domain: 'math',
  tags: ['tool use', 'algorithmic'],
  says: 'Evaluate an expression with as few paid calls of a calculator as possible.',
  shape: 'episode',
  params,
  levels: [
    {
      ...base,
      cost_per_call: 0.2,
      bit_width: 8,
      depth: 1,
      n_vars: 2,
      hidden: 0,
      step_budget: 4,
      latency: 0,
      scope: 'all',
    },
    { ...base, cost_per_call: 0.1, bit_width: 8, depth: 2, n_vars: 4, hidden: 1, step_budget: 6, latency: 0 },
    {
      ...base,
      cost_per_call: 0.1,
      bit_width: 16,
      depth: 3,
      n_vars: 5,
      hidden: 2,
      step_budget: 8,
      latency: 1,
      pricing: 'size',
    },
    { ...base, cost_per_call: 0.08, bit_width: 16, depth: 3, n_vars: 6, hidden: 3, step_budget: 10, latency: 2 },
    {
      ...base,
      cost_per_call: 0.05,
      bit_width: 32,
      depth: 4,
      n_vars: 8,
      hidden: 5,
      step_budget: 12,
      latency: 3,
      scope: 'all',
      pricing: 'size',
    },
  ],
  conflict({ depth, n_vars, hidden, step_budget, latency, ops_set }) {
    if (hidden > 0 && sumCodes(ops_set).length === 0)
      return `ops_set is ${ops_set}, must have + or - where variables are hidden`;
    if (hidden >= n_vars) return `hidden is ${hidden}, must be below n_vars = ${n_vars}`;
    if (hidden > depth + 1) return `hidden is ${hidden}, must be at most depth + 1 = ${depth + 1}`;
    const least = hidden + latency + 1;
    return step_budget >= least
      ? undefined
      : `step_budget is ${step_budget}, must be at least hidden + latency + 1 = ${least}`;
  },
  metrics: [
    { name: 'correct', better: 'higher', says: 'share of right answers' },
    { name: 'tool_calls', better: 'lower', says: 'calls of the tool' },
    { name: 'internal', better: 'higher', says: 'share of right answers found without the tool' },
    { name: 'redundant_calls', better: 'lower', says: 'calls made before' },
    { name: 'over_budget', better: 'lower', says: 'share of episodes that exceed the step budget' },
  ],
  difficulty: ({ bit_width, depth, hidden, latency }) => depth * (1 + hidden) * Math.log2(bit_width) + latency,
  rewardRange({ cost_per_call, step_budget, over_penalty, pricing }) {
    const dearest = cost_per_call * (pricing === 'size' ? MOST_BRACKETS : 1);
    return { low: -2 * step_budget * dearest - over_penalty, high: 1 };
  },
  maxSteps: ({ step_budget }) => 2 * step_budget,
  generate,
  start: (instance) => new Calc(instance),
  oracle: cheapestPolicy,
  optimum,
  randomAction({ prefix }, rng, params) {
    const ids = callableIds(params, bracketsOf(prefix));
    const span = 2 ** params.bit_width;
    const few = 1 + ids.length;
    // Chosen in two stages: more than 2³² actions cannot be drawn at once.
    if (rng.float() * (span + few) < span) return { kind: 'ANSWER', value: rng.below(span) - span / 2 };
    const drawn = rng.below(few);
    return drawn === ids.length ? { kind: 'THINK' } : { kind: 'TOOL_CALL', expr_id: ids[drawn]! };
  },
  randomReturn,
  verify,
  measure(instance, { actions }) {
    const calls = actions.flatMap((action) => (action?.kind === 'TOOL_CALL' ? [action.expr_id] : []));
    const { ok } = verify(instance, actions);
    return {
      correct: ok ? 1 : 0,
      tool_calls: calls.length,
      ...(ok ? { internal: calls.length === 0 ? 1 : 0 } : {}),
      redundant_calls: calls.length - new Set(calls).size,
      over_budget: actions.length > instance.params.step_budget ? 1 : 0,
    };
  },
  text: calcText,
  bits({ bit_width, n_vars, depth, step_budget }) {
    const value = whole(-(2 ** (bit_width - 1)), 2 ** (bit_width - 1) - 1);
    const expr_id = whole(0, FIRST_OPERATOR + MOST_BRACKETS - 1);
    return {
      observation: codec(
        record<CalcSeen>({
          prefix: upTo(2 ** (depth + 1) - 1, whole(0, FIRST_OPERATOR + 4)),
          values: listOf(n_vars, maybe(value)),
          results: upTo(2 * step_budget, record({ expr_id, value })),
          pending: whole(0, 2 * step_budget),
          step: whole(0, 2 * step_budget),
        }),
      ),
      action: codec(
        tagged<CalcAction>({
          THINK: constant({ kind: 'THINK' }),
          TOOL_CALL: record({ kind: constant('TOOL_CALL'), expr_id }),
          ANSWER: record({ kind: constant('ANSWER'), value }),
        }),
      ),
    };
  },
});
