import type { Rng } from '#foundation/kernel';
import type { Policy, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { codec, flag, listOf, maybe, record, upTo, whole } from '../../faces/bit-layout.ts';
import { known } from '../../define/known-baselines.ts';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import {
  codesOf,
  drawPrefix,
  FIRST_OPERATOR,
  nameLeaves,
  operatorSets,
  operators,
  type Prefix,
  prefixText,
} from '../arith-expr/arith-expression.ts';
import { recount } from '../arith-expr/arith-recount.ts';
import { misreadValues, valueOf, WIDTH } from './misread.ts';
import { estimateRandomReturn } from '../../play/rollout.ts';
import {
  bayesPolicy,
  measureSuggest,
  parseSuggest,
  randomSuggest,
  Suggest,
  type SuggestAction,
  suggestActions,
  type SuggestInstance,
  suggestMetrics,
  suggestParams,
  suggestRange,
  suggestRules,
  type SuggestSeen,
  suggestSteps,
  suggestText,
  verifySuggest,
} from './suggest-game.ts';

const params = {
  ...suggestParams,
  n_vars: int(2, 8, 'variables of the problem'),
  depth: int(1, 4, 'nesting depth of the problem'),
  ops_set: choice(operatorSets, 'operators of the problem'),
};
type ProblemParams = ParamsOf<typeof params>;

/** The problem, its possible answers, and what the adviser said. */
interface ProblemSeen extends SuggestSeen {
  readonly values: readonly number[];
  readonly prefix: Prefix;
  readonly options: readonly number[];
}

interface ProblemInstance extends Omit<SuggestInstance, 'params'> {
  readonly params: ProblemParams;
  readonly values: readonly number[];
  readonly prefix: Prefix;
  readonly options: readonly number[];
}

/** The options hold the value and misreadings of the expression; a wrong suggestion is one of the misreadings. */
function generate(params: ProblemParams, rng: Rng): ProblemInstance {
  const { n_options, error_rate, coverage, risk_rate, n_vars, depth, ops_set } = params;
  const prefix = drawPrefix(depth, codesOf(ops_set), rng);
  nameLeaves(prefix, n_vars, rng);
  const values = Array.from({ length: n_vars }, () => rng.int(-99, 99));
  const wrong = misreadValues(prefix, values, n_options - 1, rng);
  const [answer, ...doubts] = rng.distinct(n_options, n_options);
  const options = new Array<number>(n_options);
  options[answer!] = valueOf(prefix, values);
  for (const [i, place] of doubts.entries()) options[place] = wrong[i]!;
  const right = rng.chance(coverage) && !rng.chance(error_rate);
  const suggestion = right ? answer! : doubts[rng.below(n_options - 1)]!;
  const high_risk = rng.chance(risk_rate);
  return { params, high_risk, answer: answer!, suggestion, doubts: rng.shuffle(doubts), values, prefix, options };
}

const base = { think_cost: 0.15, risk_rate: 0.5, risk_penalty: 0.5, waste_penalty: 0.05 };

/** What can be had without solving anything: the best play by the printed odds. */
function rivals({ params }: ProblemInstance): Readonly<Record<string, Policy<ProblemSeen, SuggestAction>>> {
  return { 'by the odds': bayesPolicy(params) };
}

/**
 * Answer a problem yourself, or by an untrusted adviser whose advice can be proved at a price.
 *
 * The problem is an expression with several candidate values, all but one of them misreadings. Whoever works it out answers at once and
 * earns 1, which is the optimum; whoever does not can only play the odds (`trustTable`), a known baseline.
 *
 * @source spec/task-grammar §4.2.1
 */
export const toolLlmSuggest: Template<ProblemParams, ProblemInstance, ProblemSeen, SuggestAction> = defineTemplate<
  ProblemParams,
  ProblemInstance,
  ProblemSeen,
  SuggestAction
>({
  name: 'TOOL_LLM_SUGGEST',
  version: 2,
  family: 'tool',
  domain: 'agentic',
  tags: ['tool use', 'untrusted oracle'],
  shape: 'episode',
  metrics: suggestMetrics,
  rewardRange: suggestRange,
  maxSteps: suggestSteps,
  randomAction: (_, rng, params) => randomSuggest(rng, params),
  randomReturn(instance): number {
    const path = `random/TOOL_LLM_SUGGEST/${instance.answer}/${instance.suggestion}`;
    return estimateRandomReturn(toolLlmSuggest, { params: instance.params, instance }, path);
  },
  measure: (instance, { actions }) => measureSuggest(instance, actions),
  says: 'Solve a problem, or use a suggestion that may be wrong: trust it, have it verified, or think.',
  params,
  levels: [
    {
      ...base,
      n_options: 4,
      error_rate: 0.05,
      coverage: 1,
      llm_cost: 0.05,
      verify_cost: 0.1,
      n_vars: 2,
      depth: 1,
      ops_set: '+-',
    },
    {
      ...base,
      n_options: 6,
      error_rate: 0.1,
      coverage: 0.9,
      llm_cost: 0.05,
      verify_cost: 0.15,
      n_vars: 3,
      depth: 2,
      ops_set: '+-',
    },
    {
      ...base,
      n_options: 8,
      error_rate: 0.3,
      coverage: 0.6,
      llm_cost: 0.1,
      verify_cost: 0.3,
      n_vars: 4,
      depth: 2,
      ops_set: '+-*',
    },
    {
      ...base,
      n_options: 12,
      error_rate: 0.3,
      coverage: 0.5,
      llm_cost: 0.1,
      verify_cost: 0.3,
      n_vars: 5,
      depth: 3,
      ops_set: '+-*',
    },
    {
      ...base,
      n_options: 16,
      error_rate: 0.3,
      coverage: 0.5,
      llm_cost: 0.1,
      verify_cost: 0.3,
      n_vars: 6,
      depth: 4,
      ops_set: '+-*maxmin',
    },
  ],
  baselines: [
    { predictor: 'by the odds', levels: [1, 2], score: 0.95, why: 'the tool is nearly always right at these levels' },
    {
      predictor: 'by the odds',
      levels: [3, 4, 5],
      score: 0.5,
      why: 'the tool is right in a third of the tasks and more, and a proof tells when',
    },
    ...known(
      [1, 2, 3, 4, 5],
      { constant: 0.45, 'by step': 0.45, 'single feature': 0.45, 'small tree': 0.45, linear: 0.45, nearest: 0.45 },
      'answering at once costs nothing, which random play does',
    ),
  ],
  difficulty: ({ depth, n_options, ops_set }) => 2 ** depth * Math.log2(n_options) + ops_set.length,
  generate,
  start(instance) {
    const { values, prefix, options } = instance;
    const game = new Suggest(instance);
    return { observe: () => ({ ...game.observe(), values, prefix, options }), step: (action) => game.step(action) };
  },
  oracle: ({ answer }) => ({ act: () => ({ kind: 'ANSWER', option: answer }) }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  rivals,
  verify(instance, actions) {
    const { prefix, values, options } = instance;
    const truth = recount(prefixText(prefix), values, WIDTH).at(-1)!;
    return verifySuggest({ ...instance, answer: options.indexOf(truth) }, actions);
  },
  text: {
    rules: (params) =>
      `You are given whole numbers x1, x2, … and an expression over them with ${params.n_options} candidate values; a max b is the larger of two, a min b the smaller, ` +
      `and every operator works on signed ${WIDTH}-bit numbers and wraps around. Whoever works the value out can answer at once. ${suggestRules(params)}`,
    observation: ({ values, prefix, options, ...seen }) =>
      `${values.map((value, i) => `x${i + 1} = ${value}`).join(', ')}\n${prefixText(prefix)}\n` +
      `options: ${options.map((value, i) => `${i}: ${value}`).join(', ')}\n${suggestText(seen)}`,
    action: (action) => ('option' in action ? `${action.kind} ${action.option}` : action.kind),
    parse: (reply, { n_options }) => parseSuggest(reply, n_options),
  },
  bits(params) {
    const { n_options, n_vars, depth } = params;
    const high = 2 ** (WIDTH - 1) - 1;
    const value = whole(-high - 1, high);
    return {
      observation: codec(
        record<ProblemSeen>({
          high_risk: flag,
          suggestion: maybe(whole(0, n_options - 1)),
          known: listOf(n_options, whole(0, 2)),
          values: listOf(n_vars, value),
          prefix: upTo(2 ** (depth + 1) - 1, whole(0, FIRST_OPERATOR + operators.length - 1)),
          options: listOf(n_options, value),
        }),
      ),
      action: codec(suggestActions(n_options)),
    };
  },
});
