import { defineAnswer } from '../../define/define-answer.ts';
import { codec, type Layout, whole } from '../../faces/bit-layout.ts';
import { answerPart } from '../../faces/reply.ts';
import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';
import { known } from '../../define/known-baselines.ts';

const params = {
  n_pairs: int(1, 256, 'number of key-value pairs, K'),
  key_vocab: int(2, 1024, 'number of different keys, |K_voc|; at least n_pairs + 1'),
  value_vocab: int(2, 1024, 'number of different values, |V_voc|'),
  query_position: choice(['any', 'early', 'middle', 'late'], 'which third of the pairs the query is taken from'),
  absent_rate: number(0, 0.5, 'how often the queried key is not among the pairs'),
  absent: choice(['null', 'random'], 'what such a query wants: NULL, or a value drawn at random'),
};
type KvParams = ParamsOf<typeof params>;

/** What is read: `[START] k₁ v₁ … k_K v_K [SEP] q [END]`. */
interface KvObservation {
  readonly keys: readonly number[];
  readonly values: readonly number[];
  readonly query: number;
}

interface KvInstance extends KvObservation {
  readonly params: KvParams;
  /** The value wanted is this far beyond the one stored, modulo the number of values; 0 unless the rewards changed. */
  readonly shift: number;
  /** −1 is NULL. */
  readonly answer: number;
  /** Whether the answer was drawn at random, so that nobody can know it. */
  readonly chance: boolean;
}

const NULL = -1;
const thirds = { early: 0, middle: 1, late: 2 } as const;

function positionOf({ n_pairs, query_position }: KvParams, draw: (n: number) => number): number {
  if (query_position === 'any') return draw(n_pairs);
  const low = Math.floor((thirds[query_position] * n_pairs) / 3);
  const high = Math.max(low + 1, Math.floor(((thirds[query_position] + 1) * n_pairs) / 3));
  return low + draw(high - low);
}

function wanted({ value_vocab }: KvParams, stored: number | undefined, shift: number): number {
  return stored === undefined ? NULL : (stored + shift) % value_vocab;
}

const kinds = { START: 0, KEY: 1, VALUE: 2, SEP: 3, END: 4 } as const;

/** Tokens of a kind and a symbol each, in reading order. */
function tokensLayout({
  n_pairs,
  key_vocab,
  value_vocab,
}: KvParams): Layout<KvObservation> & { readonly token: number } {
  const kind = whole(0, 4);
  const symbol = whole(0, Math.max(key_vocab, value_vocab) - 1);
  const token = kind.width + symbol.width;
  const pairs = Array.from({ length: 2 * n_pairs }, (_, i) => (i % 2 === 0 ? kinds.KEY : kinds.VALUE));
  const plan: readonly number[] = [kinds.START, ...pairs, kinds.SEP, kinds.KEY, kinds.END];
  return {
    token,
    width: plan.length * token,
    shape: { kind: 'list', count: plan.length, item: { kind: 'fields', fields: [kind.shape, symbol.shape] } },
    write({ keys, values, query }, bits, at) {
      const symbols = [0, ...keys.flatMap((key, i) => [key, values[i]!]), 0, query, 0];
      for (const [i, expected] of plan.entries()) {
        kind.write(expected, bits, at + i * token);
        symbol.write(symbols[i]!, bits, at + i * token + kind.width);
      }
    },
    read(bits, at) {
      const symbols: number[] = [];
      for (const [i, expected] of plan.entries()) {
        const found = symbol.read(bits, at + i * token + kind.width);
        if (kind.read(bits, at + i * token) !== expected || found === undefined) return undefined;
        symbols.push(found);
      }
      const stored = symbols.slice(1, 1 + 2 * n_pairs);
      return {
        keys: stored.filter((_, i) => i % 2 === 0),
        values: stored.filter((_, i) => i % 2 === 1),
        query: symbols.at(-2)!,
      };
    },
  };
}

/**
 * Which value belongs to the queried key? Keys are distinct, keys and values uniform; a key that is not there
 * wants NULL, or by choice a random value that no one can know.
 *
 * @source spec/benchmark-suite §3.3
 */
export const kvRetrieval = defineAnswer<KvParams, KvInstance, KvObservation, number>({
  name: 'KV_RETRIEVAL',
  family: 'sequence',
  domain: 'reasoning',
  tags: ['algorithmic', 'benchmark', 'memory'],
  baselines: [
    ...known(
      [1, 2],
      { copy: 0.35, linear: 0.4, 'small tree': 0.3 },
      'with few pairs one place holds the value asked for that often',
    ),
    ...known(
      [4, 5],
      { constant: 0.25, 'by step': 0.25, 'single feature': 0.25, 'small tree': 0.25 },
      'the key is absent in a fifth of the instances, and saying NULL is right in those',
    ),
  ],
  says: 'Look a key up in a list of key-value pairs read once.',
  params,
  levels: [
    { n_pairs: 4, key_vocab: 16, value_vocab: 16, query_position: 'any', absent_rate: 0, absent: 'null' },
    { n_pairs: 8, key_vocab: 16, value_vocab: 16, query_position: 'any', absent_rate: 0.1, absent: 'null' },
    { n_pairs: 16, key_vocab: 64, value_vocab: 64, query_position: 'any', absent_rate: 0.1, absent: 'null' },
    { n_pairs: 32, key_vocab: 64, value_vocab: 64, query_position: 'any', absent_rate: 0.2, absent: 'null' },
    { n_pairs: 64, key_vocab: 256, value_vocab: 256, query_position: 'any', absent_rate: 0.2, absent: 'null' },
  ],
  conflict: ({ n_pairs, key_vocab }) =>
    key_vocab > n_pairs ? undefined : `key_vocab is ${key_vocab}, must be at least n_pairs + 1 = ${n_pairs + 1}`,
  metrics: [
    { name: 'accuracy_early', better: 'higher', says: 'accuracy where the key is in the first third' },
    { name: 'accuracy_middle', better: 'higher', says: 'accuracy where the key is in the middle third' },
    { name: 'accuracy_late', better: 'higher', says: 'accuracy where the key is in the last third' },
    { name: 'accuracy_absent', better: 'higher', says: 'accuracy where the key is not there' },
  ],
  difficulty: ({ n_pairs, absent_rate }) => n_pairs * (1 + absent_rate),
  generate(params, rng) {
    const { n_pairs, key_vocab, value_vocab, absent_rate } = params;
    const drawn = rng.distinct(n_pairs + 1, key_vocab);
    const values = Array.from({ length: n_pairs }, () => rng.below(value_vocab));
    const absent = absent_rate > 0 && rng.chance(absent_rate);
    const position = positionOf(params, (n) => rng.below(n));
    const query = drawn[absent ? n_pairs : position]!;
    const chance = absent && params.absent === 'random';
    const answer = chance ? rng.below(value_vocab) : wanted(params, absent ? undefined : values[position], 0);
    return { params, keys: drawn.slice(0, n_pairs), values, query, shift: 0, answer, chance };
  },
  observe: ({ keys, values, query }) => ({ keys, values, query }),
  answer: ({ answer, chance }) => (chance ? 0 : answer),
  reward: ({ answer }, action) => (action === answer ? 1 : 0),
  optimum: ({ params: { value_vocab }, chance }) =>
    chance ? { kind: 'expected', reward: 1 / value_vocab, low: 0, high: 1 } : { kind: 'exact', reward: 1 },
  check({ params, keys, values, query, shift, answer, chance }, action) {
    const stored = new Map(keys.map((key, i) => [key, values[i]!])).get(query);
    const unknown = chance ? answer : NULL;
    const truth = stored === undefined ? unknown : (stored + shift) % params.value_vocab;
    return action === truth ? { ok: true, reward: 1 } : { ok: false, reward: 0 };
  },
  measureAnswer({ keys, query, answer }, action) {
    const place = keys.indexOf(query);
    const third = place < 0 ? 'absent' : (['early', 'middle', 'late'] as const)[Math.floor((3 * place) / keys.length)];
    return { [`accuracy_${third}`]: action === answer ? 1 : 0 };
  },
  randomAction: (_, rng, { value_vocab }) => rng.below(value_vocab + 1) - 1,
  randomReturn: ({ params: { value_vocab } }) => 1 / (value_vocab + 1),
  text: {
    rules: ({ n_pairs, value_vocab, absent }) =>
      `You are given ${n_pairs} pairs of a key and its value, then a query. The answer is the value of the queried key, v0 to ` +
      `v${value_vocab - 1}, or ${absent === 'null' ? 'NULL' : 'a random value'} if the key is not among the pairs. A right answer earns 1, anything else 0. ` +
      'Reply as in "answer: v3" or "answer: NULL".',
    observation: ({ keys, values, query }) =>
      `[START] ${keys.map((key, i) => `k${key} v${values[i]}`).join(' ')} [SEP] k${query} [END]`,
    action: (action) => (action === NULL ? 'NULL' : `v${action}`),
    parse(reply, { value_vocab }) {
      const said = new Set(
        answerPart(reply)
          .toLowerCase()
          .match(/\bv\d{1,6}\b|\bnull\b/g) ?? [],
      );
      const [only] = said;
      if (said.size !== 1 || only === undefined) return undefined;
      const value = only === 'null' ? NULL : Number(only.slice(1));
      return value < value_vocab ? value : undefined;
    },
  },
  bits(params) {
    const layout = tokensLayout(params);
    return { observation: codec(layout), action: codec(whole(NULL, params.value_vocab - 1)), token: layout.token };
  },
  sequence: {
    alphabet: ({ params: { value_vocab } }) => value_vocab,
    read: ({ values }) => values,
    replace(instance, values) {
      const place = instance.keys.indexOf(instance.query);
      const stored = place < 0 ? undefined : values[place];
      if (instance.chance) return { ...instance, values };
      return { ...instance, values, answer: wanted(instance.params, stored, instance.shift) };
    },
  },
  varies: ['reward'],
  vary(instance, what, { index }) {
    const shift = what === 'reward' ? index % instance.params.value_vocab : 0;
    const place = instance.keys.indexOf(instance.query);
    const stored = place < 0 ? undefined : instance.values[place];
    if (instance.chance) return { ...instance, shift };
    return { ...instance, shift, answer: wanted(instance.params, stored, shift) };
  },
});
