import { rememberOf, type Rng } from '#foundation/kernel';
import type { Environment, Judged, Metric, Policy, StepResult } from '#foundation/contracts/tasks';
import { constant, type Layout, record, tagged, whole } from '../../faces/bit-layout.ts';
import { answerPart } from '../../faces/reply.ts';
import { int, number, type ParamsOf } from '../../define/param-range.ts';
import { type TrustTable, trustTable } from '../../tools/trust-value.ts';

export const suggestParams = {
  n_options: int(2, 16, 'possible answers, one of them right'),
  error_rate: number(0, 0.3, 'how often a suggestion is wrong on a supported task'),
  coverage: number(
    0.5,
    1,
    'share of tasks the tool supports; on the others it suggests a wrong answer that looks like any other',
  ),
  llm_cost: number(0, 0.5, 'cost of asking for a suggestion'),
  verify_cost: number(0, 0.5, 'cost of having one option checked by the prover'),
  think_cost: number(0, 0.5, 'cost of ruling out one wrong option by thinking'),
  risk_rate: number(0, 1, 'share of tasks that are of high risk'),
  risk_penalty: number(0, 2, 'penalty for answering a task of high risk with an unverified suggestion'),
  waste_penalty: number(0, 0.5, 'penalty for an unnecessary call: asking twice, or checking what is already known'),
};
export type SuggestParams = ParamsOf<typeof suggestParams>;

const UNKNOWN = 0;
const WRONG = 1;
const RIGHT = 2;

export interface SuggestSeen {
  readonly high_risk: boolean;
  readonly suggestion: number | null;
  /** What is known of each option: 0 nothing, 1 it is wrong, 2 it is right. */
  readonly known: readonly number[];
}

export type SuggestAction =
  | { readonly kind: 'THINK' }
  | { readonly kind: 'TOOL_LLM' }
  | { readonly kind: 'VERIFY'; readonly option: number }
  | { readonly kind: 'ANSWER'; readonly option: number };

export interface SuggestInstance {
  readonly params: SuggestParams;
  readonly high_risk: boolean;
  readonly answer: number;
  readonly suggestion: number;
  /** The wrong options in the order in which thinking rules them out. */
  readonly doubts: readonly number[];
}

const over: StepResult = { reward: 0, done: true };

export function suggestSteps({ n_options }: SuggestParams): number {
  return 3 * n_options;
}

/** Ask, verify, think or answer: the play, whatever the options are. */
export class Suggest implements Environment<SuggestSeen, SuggestAction> {
  private readonly instance: SuggestInstance;
  private readonly known: number[];
  private asked = false;
  private left: number;

  constructor(instance: SuggestInstance) {
    this.instance = instance;
    this.known = new Array<number>(instance.params.n_options).fill(UNKNOWN);
    this.left = suggestSteps(instance.params);
  }

  observe(): SuggestSeen {
    const { high_risk, suggestion } = this.instance;
    return { high_risk, suggestion: this.asked ? suggestion : null, known: this.known.slice() };
  }

  step(action: SuggestAction | undefined): StepResult {
    if (this.left === 0) return over;
    this.left -= 1;
    if (action?.kind === 'ANSWER') {
      this.left = 0;
      return { reward: this.settle(action.option), done: true };
    }
    return { reward: -this.charge(action), done: this.left === 0 };
  }

  private settle(option: number): number {
    const { params, high_risk, suggestion, answer } = this.instance;
    const blind = this.asked && option === suggestion && this.known[option] !== RIGHT;
    return (option === answer ? 1 : 0) - (blind && high_risk ? params.risk_penalty : 0);
  }

  private charge(action: Exclude<SuggestAction, { kind: 'ANSWER' }> | undefined): number {
    const { params, answer, doubts } = this.instance;
    if (action === undefined) return params.waste_penalty;
    if (action.kind === 'THINK') {
      const next = doubts.find((option) => this.known[option] === UNKNOWN);
      if (next !== undefined) this.known[next] = WRONG;
      return params.think_cost;
    }
    if (action.kind === 'TOOL_LLM') {
      const wasted = this.asked;
      this.asked = true;
      return params.llm_cost + (wasted ? params.waste_penalty : 0);
    }
    const wasted = this.known[action.option] !== UNKNOWN;
    this.known[action.option] = action.option === answer ? RIGHT : WRONG;
    return params.verify_cost + (wasted ? params.waste_penalty : 0);
  }
}

const tablesOf = rememberOf((params: SuggestParams) => ({
  low: trustTable({ ...params, penalty: 0 }),
  high: trustTable({ ...params, penalty: params.risk_penalty }),
}));

function tableOf(params: SuggestParams, highRisk: boolean): TrustTable {
  const { low, high } = tablesOf(params);
  return highRisk ? high : low;
}

/** What the best play by the odds is worth. */
export function worthByOdds(params: SuggestParams, highRisk: boolean): number {
  return tableOf(params, highRisk).fresh[params.n_options]!.value;
}

/** Plays the table; it sees what any player sees. */
export function bayesPolicy(params: SuggestParams): Policy<SuggestSeen, SuggestAction> {
  return {
    act({ high_risk, suggestion, known }) {
      const sure = known.indexOf(RIGHT);
      if (sure >= 0) return { kind: 'ANSWER', option: sure };
      const { fresh, alive, dead } = tableOf(params, high_risk);
      const left = known.filter((state) => state === UNKNOWN).length;
      const lives = suggestion !== null && known[suggestion] === UNKNOWN;
      const { move } = (suggestion === null ? fresh : lives ? alive : dead)[left]!;
      const other = known.findIndex((state, i) => state === UNKNOWN && i !== suggestion);
      if (move === 'think') return { kind: 'THINK' };
      if (move === 'ask') return { kind: 'TOOL_LLM' };
      const option = move.endsWith('suggestion') ? suggestion! : other;
      return { kind: move.startsWith('verify') ? 'VERIFY' : 'ANSWER', option };
    },
  };
}

/** Adds the costs up from counts of the actions before the answer. */
export function verifySuggest(instance: SuggestInstance, actions: readonly (SuggestAction | undefined)[]): Judged {
  const { params, high_risk, answer, suggestion, doubts } = instance;
  const played = actions.slice(0, suggestSteps(params));
  const end = played.findIndex((action) => action?.kind === 'ANSWER');
  const calls = end < 0 ? played : played.slice(0, end);
  const settled = new Set<number>();
  const checked = new Set<number>();
  let asks = 0;
  let reward = 0;
  for (const action of calls) {
    if (action === undefined) reward -= params.waste_penalty;
    else if (action.kind === 'THINK') {
      reward -= params.think_cost;
      for (const option of doubts) {
        if (settled.has(option)) continue;
        settled.add(option);
        break;
      }
    } else if (action.kind === 'TOOL_LLM') asks += 1;
    else if (action.kind === 'VERIFY') {
      reward -= params.verify_cost + (settled.has(action.option) ? params.waste_penalty : 0);
      settled.add(action.option);
      checked.add(action.option);
    }
  }
  reward -= asks * params.llm_cost + Math.max(0, asks - 1) * params.waste_penalty;
  const final = end < 0 ? undefined : played[end];
  if (final?.kind !== 'ANSWER') return { ok: false, reward, why: 'no answer' };
  if (high_risk && asks > 0 && final.option === suggestion && !(checked.has(suggestion) && suggestion === answer)) {
    reward -= params.risk_penalty;
  }
  return final.option === answer ? { ok: true, reward: reward + 1 } : { ok: false, reward, why: 'wrong answer' };
}

export const suggestMetrics: readonly Metric[] = [
  { name: 'correct', better: 'higher', says: 'share of right answers' },
  { name: 'llm_calls', better: 'lower', says: 'suggestions asked for' },
  { name: 'verify_calls', better: 'lower', says: 'options checked by the prover' },
  { name: 'blind_risk', better: 'lower', says: 'unverified suggestions given as answers, of the tasks of high risk' },
];

/** The numbers behind `suggestMetrics`. */
export function measureSuggest(
  instance: SuggestInstance,
  actions: readonly (SuggestAction | undefined)[],
): Record<string, number> {
  const kinds = actions.map((action) => action?.kind);
  const last = actions.at(-1);
  const blind =
    last?.kind === 'ANSWER' &&
    last.option === instance.suggestion &&
    kinds.includes('TOOL_LLM') &&
    !actions.some((action) => action?.kind === 'VERIFY' && action.option === last.option);
  return {
    correct: verifySuggest(instance, actions).ok ? 1 : 0,
    llm_calls: kinds.filter((kind) => kind === 'TOOL_LLM').length,
    verify_calls: kinds.filter((kind) => kind === 'VERIFY').length,
    ...(instance.high_risk ? { blind_risk: blind ? 1 : 0 } : {}),
  };
}

export function suggestRange(params: SuggestParams): { low: number; high: number } {
  const { llm_cost, verify_cost, think_cost, waste_penalty, risk_penalty } = params;
  const worst = Math.max(think_cost, llm_cost + waste_penalty, verify_cost + waste_penalty);
  return { low: -suggestSteps(params) * worst - risk_penalty, high: 1 };
}

export function randomSuggest(rng: Rng, { n_options }: SuggestParams): SuggestAction {
  const drawn = rng.below(2 * n_options + 2);
  if (drawn >= 2 * n_options) return { kind: drawn === 2 * n_options ? 'THINK' : 'TOOL_LLM' };
  return { kind: drawn < n_options ? 'VERIFY' : 'ANSWER', option: drawn % n_options };
}

export function suggestActions(options: number): Layout<SuggestAction> {
  const option = whole(0, options - 1);
  return tagged<SuggestAction>({
    THINK: constant({ kind: 'THINK' }),
    TOOL_LLM: constant({ kind: 'TOOL_LLM' }),
    VERIFY: record({ kind: constant('VERIFY'), option }),
    ANSWER: record({ kind: constant('ANSWER'), option }),
  });
}

export function suggestRules(params: SuggestParams): string {
  return (
    `One of ${params.n_options} options, 0 to ${params.n_options - 1}, is right, each equally likely. Each turn do one thing. THINK: costs ` +
    `${params.think_cost} and rules out one wrong option. TOOL_LLM: costs ${params.llm_cost} and shows a suggestion; the tool supports ` +
    `${percent(params.coverage)} of the tasks, is wrong on ${percent(params.error_rate)} of those and on all others, and a wrong suggestion is any wrong ` +
    `option; asking again shows the same. VERIFY n: costs ${params.verify_cost} and proves option n right or wrong. ANSWER n: ends the task and earns 1 if ` +
    `n is right, else 0; where the risk is high, answering with a suggestion that was not verified costs ${params.risk_penalty} more. A second TOOL_LLM, a VERIFY ` +
    `of what is known already and a reply that cannot be read cost ${params.waste_penalty} more. There are ${suggestSteps(params)} turns. ` +
    'Reply as in "answer: VERIFY 2".'
  );
}

export function suggestText({ high_risk, suggestion, known }: SuggestSeen): string {
  return `risk: ${high_risk ? 'high' : 'low'}\nsuggestion: ${suggestion ?? 'none yet'}\nruled out: ${placesOf(known, WRONG)}\nproved right: ${placesOf(known, RIGHT)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

function placesOf(known: readonly number[], state: number): string {
  const places = known.flatMap((value, i) => (value === state ? [i] : []));
  return places.length === 0 ? 'none' : places.join(' ');
}

/** The one action a reply names. */
export function parseSuggest(reply: string, options: number): SuggestAction | undefined {
  const found = new Set(
    answerPart(reply)
      .toUpperCase()
      .match(/\bTHINK\b|\bTOOL_LLM\b|\b(?:VERIFY|ANSWER)\s+\d{1,3}\b/g) ?? [],
  );
  const [only] = found;
  if (found.size !== 1 || only === undefined) return undefined;
  if (only === 'THINK' || only === 'TOOL_LLM') return { kind: only };
  const [kind, digits] = only.split(/\s+/);
  const option = Number(digits);
  if (option >= options) return undefined;
  return { kind: kind === 'VERIFY' ? 'VERIFY' : 'ANSWER', option };
}
