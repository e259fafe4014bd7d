import type { Rng } from '#foundation/kernel';
import { defineAnswer } from '../../define/define-answer.ts';
import { codec, listOf, record, upTo, whole } from '../../faces/bit-layout.ts';
import { answerPart, parseIntegers } from '../../faces/reply.ts';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import {
  codesOf,
  drawPrefix,
  exactValues,
  FIRST_OPERATOR,
  nameLeaves,
  operatorSets,
  type Prefix,
  prefixText,
  wrappedValues,
} from './arith-expression.ts';
import { recount } from './arith-recount.ts';

const params = {
  bit_width: choice([8, 16, 32], 'bits of every value, two’s complement'),
  n_vars: int(2, 8, 'number of variables'),
  depth: int(1, 4, 'nesting depth of the brackets'),
  ops_set: choice(operatorSets, 'operators that may occur'),
  overflow: choice(['wrap', 'exact'], 'wrap: every operator wraps around; exact: no value ever leaves the range'),
  variant: choice(['direct', 'stepwise'], 'direct: the value; stepwise: the value of every bracket, innermost first'),
  reward: choice(
    ['exact_match', 'absolute_error'],
    'per value asked: 1 if exact else 0, or minus the absolute error divided by 2^bit_width',
  ),
};
type ArithParams = ParamsOf<typeof params>;

interface ArithObservation {
  readonly values: readonly number[];
  readonly prefix: Prefix;
}

interface ArithInstance extends ArithObservation {
  readonly params: ArithParams;
  /** The values asked for. */
  readonly answer: readonly number[];
}

const base = { overflow: 'wrap', variant: 'direct', reward: 'exact_match' } as const;

function drawValues(count: number, magnitude: number, rng: Rng): number[] {
  return Array.from({ length: count }, () => rng.below(2 * magnitude) - magnitude);
}

/** Without overflow allowed, values are drawn from ever smaller ranges until nothing overflows; −1 and 0 nearly always do. */
function solve(params: ArithParams, prefix: Prefix, rng: Rng): { values: number[]; points: number[] } {
  let magnitude = 2 ** (params.bit_width - 1);
  for (;;) {
    const values = drawValues(params.n_vars, magnitude, rng);
    const points =
      params.overflow === 'wrap'
        ? wrappedValues(prefix, values, params.bit_width)
        : exactValues(prefix, values, params.bit_width);
    if (points !== undefined) return { values, points };
    magnitude = Math.max(1, magnitude / 2);
  }
}

/** How many values are asked of a tree. */
function askedOf({ variant }: ArithParams, prefix: Prefix): number {
  return variant === 'direct' ? 1 : (prefix.length - 1) / 2;
}

function mostAsked({ variant, depth }: ArithParams): number {
  return variant === 'direct' ? 1 : 2 ** depth - 1;
}

/** A list of another length says nothing about any value, and is the worst answer. */
function score({ bit_width, reward }: ArithParams, truth: readonly number[], said: readonly number[]): number {
  if (said.length !== truth.length) return reward === 'exact_match' ? 0 : -truth.length;
  let sum = 0;
  for (const [i, value] of truth.entries()) {
    if (reward === 'exact_match') sum += said[i] === value ? 1 : 0;
    else sum -= Math.abs(said[i]! - value) / 2 ** bit_width;
  }
  return sum;
}

/** The mean of −|k − y| / 2ʷ over all k of the range: triangular sums below and above y. */
function meanError(value: number, width: number): number {
  const below = value + 2 ** (width - 1);
  const above = 2 ** width - 1 - below;
  return -(below * (below + 1) + above * (above + 1)) / 2 / 4 ** width;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/**
 * What is the value of an expression over whole numbers?
 *
 * Under `wrap` every operator works modulo 2ʷ on signed numbers of w bits; under `exact` values are drawn so that no
 * sub-expression leaves the range, and both readings agree. `max` and `min` compare signed numbers.
 *
 * @source spec/task-grammar §2.1.1
 */
export const arithExpr = defineAnswer<ArithParams, ArithInstance, ArithObservation, readonly number[]>({
  name: 'ARITH_EXPR',
  family: 'arithmetic',
  domain: 'math',
  tags: ['algorithmic'],
  says: 'Evaluate an arithmetic expression over variables of 8, 16 or 32 bits.',
  params,
  levels: [
    { bit_width: 8, n_vars: 2, depth: 1, ops_set: '+-', ...base, overflow: 'exact' },
    { bit_width: 8, n_vars: 3, depth: 2, ops_set: '+-', ...base },
    { bit_width: 8, n_vars: 4, depth: 2, ops_set: '+-*', ...base, variant: 'stepwise' },
    { bit_width: 16, n_vars: 4, depth: 3, ops_set: '+-*', ...base, overflow: 'exact' },
    { bit_width: 16, n_vars: 6, depth: 3, ops_set: '+-*maxmin', ...base },
    { bit_width: 32, n_vars: 8, depth: 4, ops_set: '+-*', ...base, variant: 'stepwise' },
    { bit_width: 32, n_vars: 8, depth: 4, ops_set: '+-*maxmin', ...base },
  ],
  metrics: [
    { name: 'points', better: 'higher', says: 'share of the asked values that are exact' },
    { name: 'error', better: 'lower', says: 'mean absolute error divided by 2^bit_width, of readable answers' },
  ],
  difficulty: ({ bit_width, n_vars, depth, ops_set }) => 2 ** depth * bit_width + n_vars + 4 * ops_set.length,
  generate(params, rng) {
    const prefix = drawPrefix(params.depth, codesOf(params.ops_set), rng);
    nameLeaves(prefix, params.n_vars, rng);
    const { values, points } = solve(params, prefix, rng);
    return { params, prefix, values, answer: params.variant === 'direct' ? [points.at(-1)!] : points };
  },
  observe: ({ values, prefix }) => ({ values, prefix }),
  answer: ({ answer }) => answer,
  same: isSame,
  reward: ({ params, answer }, action) => score(params, answer, action),
  illegalReward: ({ params: { reward }, answer }) => (reward === 'exact_match' ? 0 : -answer.length),
  rewardRange(params) {
    const most = mostAsked(params);
    return params.reward === 'exact_match' ? { low: 0, high: most } : { low: -most, high: 0 };
  },
  optimum: ({ params: { reward }, answer }) => ({
    kind: 'exact',
    reward: reward === 'exact_match' ? answer.length : 0,
  }),
  check({ params, prefix, values }, action) {
    const points = recount(prefixText(prefix), values, params.bit_width);
    const truth = params.variant === 'direct' ? points.slice(-1) : points;
    return { ok: isSame(action, truth), reward: score(params, truth, action) };
  },
  measureAnswer({ params: { bit_width }, answer }, action) {
    if (action?.length !== answer.length) return { points: 0 };
    const errors = answer.map((value, i) => Math.abs(action[i]! - value));
    return {
      points: errors.filter((error) => error === 0).length / errors.length,
      error: errors.reduce((sum, error) => sum + error, 0) / errors.length / 2 ** bit_width,
    };
  },
  randomAction: ({ prefix }, rng, params) => drawValues(askedOf(params, prefix), 2 ** (params.bit_width - 1), rng),
  randomReturn({ params: { bit_width, reward }, answer }) {
    if (reward === 'exact_match') return answer.length / 2 ** bit_width;
    return answer.reduce((sum, value) => sum + meanError(value, bit_width), 0);
  },
  text: {
    rules: ({ bit_width, overflow, variant, reward }) =>
      `You are given whole numbers x1, x2, … and an expression over them; a max b is the larger of two, a min b the smaller. ` +
      (overflow === 'wrap'
        ? `Every operator works on signed ${bit_width}-bit two's complement numbers and wraps around on overflow. `
        : `No value leaves the range of signed ${bit_width}-bit numbers. `) +
      (variant === 'direct'
        ? 'The answer is the value of the expression. '
        : 'The answer is the value of every pair of brackets, in the order in which the brackets close, separated by spaces; ' +
          'a list of another length counts as all wrong. ') +
      (reward === 'exact_match'
        ? `${variant === 'direct' ? 'The exact value' : 'Each exact value'} earns 1, anything else 0. `
        : `Each value earns minus its absolute error divided by 2^${bit_width}; an unreadable reply costs 1 per value. `) +
      `Reply as in "answer: ${variant === 'direct' ? '-42' : '17 -42'}".`,
    observation: ({ values, prefix }) =>
      `${values.map((value, i) => `x${i + 1} = ${value}`).join(', ')}\n${prefixText(prefix)}`,
    action: (action) => action.join(' '),
    parse(reply, params) {
      const high = 2 ** (params.bit_width - 1) - 1;
      if (params.variant === 'direct') return parseIntegers(reply, 1, -high - 1, high);
      const count = answerPart(reply).match(/(?<![\w.])[-+−]?\d+(?![\w]|\.\d)/g)?.length ?? 0;
      return count >= 1 && count <= mostAsked(params) ? parseIntegers(reply, count, -high - 1, high) : undefined;
    },
  },
  bits(params) {
    const high = 2 ** (params.bit_width - 1) - 1;
    const value = whole(-high - 1, high);
    const code = whole(0, FIRST_OPERATOR + 4);
    return {
      observation: codec(
        record<ArithObservation>({
          values: listOf(params.n_vars, value),
          prefix: upTo(2 ** (params.depth + 1) - 1, code),
        }),
      ),
      action: codec(upTo(mostAsked(params), value)),
    };
  },
});
