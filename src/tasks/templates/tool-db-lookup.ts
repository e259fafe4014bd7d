import { createRng, type Rng } from '#foundation/kernel';
import type { Environment, Judged, Optimum, StepResult, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { codec, constant, listOf, maybe, record, tagged, upTo, whole } from '../faces/bit-layout.ts';
import { answerPart } from '../faces/reply.ts';
import { choice, int, number, type ParamsOf } from '../define/param-range.ts';
import { estimateRandomReturn } from '../play/rollout.ts';
import { type LookupAction, lookupMove, type LookupSeen, planOf, type Row } from '../tools/lookup-policy.ts';
import { isPlanExact } from '../tools/lookup-value.ts';
import { known } from '../define/known-baselines.ts';

const params = {
  n_keys: int(2, 64, 'keys of the database'),
  n_values: int(2, 16, 'values are 0 to n_values − 1'),
  query: choice(
    ['get', 'sum', 'max', 'hop'],
    'the value of one key, the sum of several modulo n_values, their largest, or the value at the end of a chain of links',
  ),
  complexity: int(1, 8, 'rows the answer depends on'),
  noise_rate: number(0, 0.5, 'how often a value read is a wrong one'),
  noise_kind: choice(['call', 'key'], 'noise drawn anew in each call, or once per key so that asking again is vain'),
  missing_rate: number(0, 0.5, 'share of keys without a row'),
  call_cost: number(0, 0.2, 'cost of a call'),
  waste_penalty: number(
    0,
    0.2,
    'penalty for a call that cannot help: a key the answer does not depend on, or one read before where that is vain',
  ),
  call_budget: int(1, 24, 'most calls'),
};
type DbParams = ParamsOf<typeof params>;

interface DbInstance {
  readonly params: DbParams;
  readonly keys: readonly number[];
  readonly rows: readonly Row[];
  /** What each key shows where noise is drawn once per key; empty where it is drawn in each call. */
  readonly shown: readonly number[];
  readonly noise: string;
  readonly answer: number | null;
}

const over: StepResult = { reward: 0, done: true };

function stepLimit({ call_budget }: DbParams): number {
  return call_budget + 2;
}

/** A value that is wrong with the noise rate, and then any other. */
function garble({ noise_rate, n_values }: DbParams, value: number, rng: Rng): number {
  if (noise_rate === 0 || !rng.chance(noise_rate)) return value;
  return (value + 1 + rng.below(n_values - 1)) % n_values;
}

class Db implements Environment<LookupSeen, LookupAction> {
  private readonly instance: DbInstance;
  /** Made at the first call: an episode without noise needs none. */
  private rng: Rng | undefined;
  private readonly readings: { key: number; row: Row }[] = [];
  private readonly needed: readonly number[];
  private steps = 0;
  private done = false;

  constructor(instance: DbInstance) {
    this.instance = instance;
    this.needed = neededKeys(instance);
  }

  observe(): LookupSeen {
    const { keys, params } = this.instance;
    return { keys, readings: this.readings.slice(), calls_left: params.call_budget - this.readings.length };
  }

  step(action: LookupAction | undefined): StepResult {
    if (this.done) return over;
    const { params, answer } = this.instance;
    this.steps += 1;
    this.done = this.steps === stepLimit(params) || action?.kind === 'ANSWER';
    if (action === undefined) return { reward: -params.waste_penalty, done: this.done };
    if (action.kind === 'ANSWER') return { reward: action.value === answer ? 1 : 0, done: true };
    return { reward: -this.read(action.key), done: this.done };
  }

  private read(key: number): number {
    const { params, rows, shown } = this.instance;
    if (this.readings.length === params.call_budget) return 0;
    const row = rows[key]!;
    const vain = params.noise_rate === 0 || params.noise_kind === 'key' || row === null;
    const again = vain && this.readings.some((reading) => reading.key === key);
    this.readings.push({
      key,
      row: row === null ? null : { value: shown[key] ?? this.readAnew(row.value), link: row.link },
    });
    return params.call_cost + (again || !this.needed.includes(key) ? params.waste_penalty : 0);
  }

  private readAnew(value: number): number {
    const { params, noise } = this.instance;
    if (params.noise_rate === 0) return value;
    this.rng ??= createRng(noise);
    return garble(params, value, this.rng);
  }
}

/** The rows the answer depends on; a chain ends early at a missing row. */
function neededKeys({ params: { query, complexity }, keys, rows }: DbInstance): readonly number[] {
  if (query !== 'hop') return keys;
  const chain = [keys[0]!];
  while (chain.length < complexity) {
    const row = rows[chain.at(-1)!];
    if (row === null || row === undefined) break;
    chain.push(row.link);
  }
  return chain;
}

function answerTo({ query, n_values }: DbParams, rows: readonly Row[]): number | null {
  let answer = 0;
  for (const row of rows) {
    if (row === null) return null;
    if (query === 'sum') answer = (answer + row.value) % n_values;
    else if (query === 'max') answer = Math.max(answer, row.value);
    else answer = row.value;
  }
  return answer;
}

function generate(params: DbParams, rng: Rng): DbInstance {
  const { n_keys, n_values, query, complexity, missing_rate } = params;
  const path = rng.distinct(complexity, n_keys);
  const links = Array.from({ length: n_keys }, (_, i) => (i + 1 + rng.below(n_keys - 1)) % n_keys);
  for (let i = 0; i + 1 < complexity; i += 1) links[path[i]!] = path[i + 1]!;
  const rows = links.map((link): Row => {
    const value = rng.below(n_values);
    return missing_rate > 0 && rng.chance(missing_rate) ? null : { value, link };
  });
  const shown =
    params.noise_kind === 'key' ? rows.map((row) => (row === null ? 0 : garble(params, row.value, rng))) : [];
  const answer = answerTo(
    params,
    path.map((key) => rows[key]!),
  );
  return { params, keys: query === 'hop' ? path.slice(0, 1) : path, rows, shown, noise: `${rng.path}/noise`, answer };
}

/** Where best play is not known: what reading every row once, without noise, would earn; one call where a row is missing. */
function boundOf({ params: { complexity, call_cost, query, n_values, missing_rate }, answer }: DbInstance): number {
  const early = answer === null || (query === 'max' && missing_rate === 0 && answer === n_values - 1);
  return 1 - call_cost * (early ? 1 : complexity);
}

function optimum(instance: DbInstance): Optimum {
  const { params } = instance;
  if (!isPlanExact(params)) return { kind: 'bound', reward: boundOf(instance) };
  return { kind: 'expected', reward: planOf(params).value, low: -params.call_cost * params.call_budget, high: 1 };
}

/** Works the answer out from the rows again, following links by recursion, and prices the calls by counting. */
function verify(instance: DbInstance, actions: readonly (LookupAction | undefined)[]): Judged {
  const { params, keys, rows } = instance;
  const follow = (key: number, left: number): readonly number[] => {
    const row = rows[key];
    return left === 1 || row === null || row === undefined ? [key] : [key, ...follow(row.link, left - 1)];
  };
  const needed = params.query === 'hop' ? follow(keys[0]!, params.complexity) : keys;
  const read = needed.flatMap((key) => rows[key] ?? []).map((row) => row.value);
  const combine = {
    get: () => read[0]!,
    sum: () => read.reduce((a, b) => a + b) % params.n_values,
    max: () => Math.max(...read),
    hop: () => read.at(-1)!,
  };
  const truth = read.length < needed.length ? null : combine[params.query]();
  const played = actions.slice(0, stepLimit(params));
  const end = played.findIndex((action) => action?.kind === 'ANSWER');
  const before = end < 0 ? played : played.slice(0, end);
  const calls = before.flatMap((action) => (action?.kind === 'QUERY' ? [action.key] : [])).slice(0, params.call_budget);
  const vain = calls.filter((key, i) => {
    const fixed = params.noise_rate === 0 || params.noise_kind === 'key' || rows[key] === null;
    return !needed.includes(key) || (fixed && calls.indexOf(key) < i);
  }).length;
  const unread = before.filter((action) => action === undefined).length;
  const reward = -calls.length * params.call_cost - (vain + unread) * params.waste_penalty;
  const final = end < 0 ? undefined : played[end];
  if (final?.kind === 'ANSWER' && final.value === truth) return { ok: true, reward: reward + 1 };
  return { ok: false, reward, why: end < 0 ? 'no answer' : 'wrong answer' };
}

const base = { noise_kind: 'call', noise_rate: 0, missing_rate: 0, call_cost: 0.05, waste_penalty: 0.02 } as const;

/**
 * Find out by queries what a question about a database asks, and stop when more reading is not worth its cost.
 *
 * A question that touches a missing row has the answer MISSING. Noise garbles values, never links and never what is missing.
 * The optimum is the exact value of Bayes-optimal play (`lookupPlan`), or a bound where several noisy rows are combined.
 *
 * @source spec/task-grammar §4.1.2
 */
export const toolDbLookup: Template<DbParams, DbInstance, LookupSeen, LookupAction> = defineTemplate({
  name: 'TOOL_DB_LOOKUP',
  family: 'tool',
  domain: 'agentic',
  tags: ['tool use'],
  baselines: [
    ...known(
      [1, 2],
      { 'small tree': 0.7, linear: 1, nearest: 1 },
      'which keys to ask for stands in the question, and the answer is short arithmetic on what came back',
    ),
    ...known(
      [3, 4],
      { constant: 0.3, linear: 0.5 },
      'which keys to ask for stands in the question, and asking nothing costs nothing',
    ),
    ...known([5, 6], { constant: 0.35, 'by step': 0.35 }, 'a guess at once saves the price of the calls'),
  ],
  says: 'Answer a relational question by querying a database that charges and may err.',
  shape: 'episode',
  params,
  levels: [
    { ...base, n_keys: 4, n_values: 8, query: 'get', complexity: 1, call_budget: 4 },
    { ...base, n_keys: 8, n_values: 8, query: 'sum', complexity: 2, missing_rate: 0.1, call_budget: 4 },
    { ...base, n_keys: 16, n_values: 8, query: 'hop', complexity: 3, noise_rate: 0.2, call_budget: 8 },
    { ...base, n_keys: 16, n_values: 16, query: 'max', complexity: 4, missing_rate: 0.05, call_budget: 8 },
    {
      ...base,
      n_keys: 32,
      n_values: 8,
      query: 'sum',
      complexity: 4,
      noise_rate: 0.05,
      noise_kind: 'key',
      missing_rate: 0.05,
      call_budget: 8,
    },
    {
      ...base,
      n_keys: 64,
      n_values: 8,
      query: 'sum',
      complexity: 6,
      noise_rate: 0.1,
      call_cost: 0.02,
      missing_rate: 0.02,
      call_budget: 24,
    },
  ],
  conflict({ n_keys, complexity, query, call_budget }) {
    if (query === 'get' && complexity !== 1) return `complexity is ${complexity}, must be 1 for get`;
    if (complexity > n_keys) return `complexity is ${complexity}, must be at most n_keys = ${n_keys}`;
    return complexity <= call_budget
      ? undefined
      : `call_budget is ${call_budget}, must be at least complexity = ${complexity}`;
  },
  metrics: [
    { name: 'correct', better: 'higher', says: 'share of right answers' },
    { name: 'calls', better: 'lower', says: 'queries made' },
    { name: 'useless_calls', better: 'lower', says: 'queries of keys the answer does not depend on' },
  ],
  difficulty: ({ n_keys, complexity, noise_rate, missing_rate }) =>
    Math.log2(n_keys) * complexity * (1 + 2 * noise_rate + missing_rate),
  rewardRange(params) {
    const { call_cost, waste_penalty, call_budget } = params;
    return { low: -call_budget * call_cost - stepLimit(params) * waste_penalty, high: 1 };
  },
  maxSteps: stepLimit,
  generate,
  start: (instance) => new Db(instance),
  oracle: ({ params }) => ({ act: (seen) => lookupMove(params, seen) }),
  optimum,
  randomAction(_, rng, { n_keys, n_values }) {
    const drawn = rng.below(n_keys + n_values + 1);
    if (drawn < n_keys) return { kind: 'QUERY', key: drawn };
    return { kind: 'ANSWER', value: drawn === n_keys ? null : drawn - n_keys - 1 };
  },
  randomReturn: (instance) =>
    estimateRandomReturn(toolDbLookup, { params: instance.params, instance }, 'random/TOOL_DB_LOOKUP'),
  verify,
  measure(instance, { actions }) {
    const needed = neededKeys(instance);
    const calls = actions.flatMap((action) => (action?.kind === 'QUERY' ? [action.key] : []));
    return {
      correct: verify(instance, actions).ok ? 1 : 0,
      calls: calls.length,
      useless_calls: calls.filter((key) => !needed.includes(key)).length,
    };
  },
  text: {
    rules: rulesText,
    observation: ({ keys, readings, calls_left }, { query }) =>
      `question: ${query} ${keys.map((key) => `k${key}`).join(' ')}\n` +
      `${readings.map(({ key, row }) => `k${key}: ${row === null ? 'MISSING' : `value ${row.value}, link k${row.link}`}\n`).join('')}calls left: ${calls_left}`,
    action: (action) => (action.kind === 'QUERY' ? `QUERY k${action.key}` : `ANSWER ${action.value ?? 'MISSING'}`),
    parse: parseAction,
  },
  bits({ n_keys, n_values, query, complexity, call_budget }) {
    const key = whole(0, n_keys - 1);
    const value = whole(0, n_values - 1);
    const reading = record<LookupSeen['readings'][number]>({ key, row: maybe(record({ value, link: key })) });
    return {
      observation: codec(
        record<LookupSeen>({
          keys: listOf(query === 'hop' ? 1 : complexity, key),
          readings: upTo(call_budget, reading),
          calls_left: whole(0, call_budget),
        }),
      ),
      action: codec(
        tagged<LookupAction>({
          QUERY: record({ kind: constant('QUERY'), key }),
          ANSWER: record({ kind: constant('ANSWER'), value: maybe(value) }),
        }),
      ),
    };
  },
});

function rulesText(params: DbParams): string {
  const questions = {
    get: 'the value of the key',
    sum: `the sum of the values of the keys, modulo ${params.n_values}`,
    max: 'the largest value of the keys',
    hop: `the value at row ${params.complexity} of the chain of links that starts at the key (which is row 1)`,
  };
  const noise =
    params.noise_kind === 'call' ? 'anew in each call' : 'once for all per key, so that asking again shows the same';
  return (
    `A database has keys k0 to k${params.n_keys - 1}; a row holds a value, 0 to ${params.n_values - 1}, and a link to another key. The question ${params.query} asks for ` +
    `${questions[params.query]}; if a row it needs is missing, the answer is MISSING (${params.missing_rate} of the keys have no row). QUERY k3 reads a row and costs ` +
    `${params.call_cost}; the value read is a wrong one with probability ${params.noise_rate}, drawn ${noise}; links are always right. At most ${params.call_budget} calls. A call ` +
    `that cannot help and a reply that cannot be read cost ${params.waste_penalty} more. ANSWER n ends the task and earns 1 if right, else 0. ` +
    'Reply as in "answer: QUERY k3", "answer: ANSWER 5" or "answer: ANSWER MISSING".'
  );
}

/** The one action a reply names. */
function parseAction(reply: string, { n_keys, n_values }: DbParams): LookupAction | undefined {
  const found = new Set(
    answerPart(reply)
      .toUpperCase()
      .match(/\bQUERY\s+K\d{1,4}\b|\bANSWER\s+(?:\d{1,4}|MISSING)\b/g) ?? [],
  );
  const [only] = found;
  if (found.size !== 1 || only === undefined) return undefined;
  const [kind, what = ''] = only.split(/\s+/);
  if (what === 'MISSING') return { kind: 'ANSWER', value: null };
  const place = Number(what.replace('K', ''));
  if (kind === 'QUERY') return place < n_keys ? { kind: 'QUERY', key: place } : undefined;
  return place < n_values ? { kind: 'ANSWER', value: place } : undefined;
}
