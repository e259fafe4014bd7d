import type { Meter } from '../meter.ts';
import { batchOf } from './examples.ts';
import { growTerms } from './grow-terms.ts';
import { linearTerm, linearTermWithMore } from './linear-term.ts';
import { splitTerms } from './split-terms.ts';
import { tableTerm } from './table-term.ts';
import { type NumberEntry, TermPool } from './term-pool.ts';
import type { NumberTerm } from './typed-term.ts';
import { type Wanted, Judge } from './term-judge.ts';

/** Bits of right answers that terms are told apart by: a wrong one of a million agrees with them with a chance of 2⁻¹². */
const SIGNATURE_BITS = 32;
const FEWEST = 10;
const TURN = 1e5;
/** Terms that agree with the first examples and not with all, past which the answers are taken to be no function of what is seen. */
const MOST_REFUSED = 100;
/** Effort per example of a term that is looked at closely. */
const CONSIDERING = 8;
/** Numbers that pairs are made of, and tables of two columns. */
const MOST_PAIRED = 20_000;
const MOST_BOUNDS = 300;
const MOST_TIMES = 64;

/** Hard examples that terms are told apart by, the first ones. */
const MOST_HARD = 12;

/** Looks for a term that all examples agree with. */
export function* findTerm(wanted: Wanted, meter: Meter): Generator<undefined, NumberTerm | undefined, void> {
  const { face, registers, word } = wanted;
  const judge = new Judge(wanted);
  const port = face.action.ports[word]!;
  const size = Math.min(judge.hits.length, Math.max(FEWEST, Math.ceil(SIGNATURE_BITS / Math.log2(port.values))));
  const hard = wanted.hard ?? [];
  const first = [...new Set([...judge.hits.slice(0, size), ...hard.slice(0, MOST_HARD)])];
  const batch = batchOf(first, face, registers, word);
  const right = Int32Array.from(first, ({ said }) => said[word]!);
  let found: NumberTerm | undefined;
  let spent = meter.total;
  const begun = meter.total;
  let looked = 8;
  const rest = function* (): Generator<undefined, void, void> {
    if (meter.total - spent < TURN) return;
    spent = meter.total;
    yield undefined;
  };
  let refused = 0;
  const consider = (term: NumberTerm): boolean => {
    if (found !== undefined || refused > MOST_REFUSED) return found !== undefined;
    meter.spend(judge.all.size * CONSIDERING);
    if (judge.accepts(term)) found = term;
    else {
      refused += 1;
      const missed = judge.missed(term);
      if (missed !== undefined && !hard.includes(missed)) hard.push(missed);
    }
    return found !== undefined;
  };
  const pool = new TermPool(batch, meter, (entry) => {
    for (const term of formsOf(entry, right, port)) if (consider(term)) return;
  });
  if (consider({ kind: 'constant', value: right[0]! })) return found;
  for (const _ of growTerms(pool, { ports: face.observation.ports, more: wanted.more })) {
    yield* rest();
    if (found !== undefined) return found;
    if (refused > MOST_REFUSED) return undefined;
    if (meter.total - begun > wanted.effort) break;
    // Small terms are looked at as parts of tables and sums as soon as they are there.
    if (pool.numbers.length > looked * 4) {
      looked = pool.numbers.length;
      const whole =
        linearTerm(pool, judge, meter) ??
        tableTerm(pool, judge, meter, port) ??
        pairedTerm(pool, right, meter, consider);
      if (whole !== undefined) return whole;
    }
  }
  const last =
    tableTerm(pool, judge, meter, port) ??
    pairedTerm(pool, right, meter, consider) ??
    (port.values > 2 ? linearTermWithMore(pool, judge, meter) : undefined);
  if (last !== undefined || !wanted.splits) return last;
  yield undefined;
  return yield* splitTerms(pool, judge, { meter, effort: wanted.effort });
}

/** What may be right about a number: itself, itself and a constant, or its remainder by the number of answers; a multiple and a constant. */
function* formsOf(
  { term, sort, values }: NumberEntry,
  right: Int32Array,
  { low, values: answers }: { readonly low: number; readonly values: number },
): Generator<NumberTerm, void, void> {
  const off = right[0]! - values[0]!;
  if (right.every((value, i) => off === value - values[i]!)) {
    yield off === 0 ? term : { kind: 'of', by: 'add', a: term, b: { kind: 'constant', value: off } };
  } else if (sort === 'number' && right.every((value, i) => (value - values[i]! - off) % answers === 0)) {
    const moved: NumberTerm = { kind: 'of', by: 'add', a: term, b: { kind: 'constant', value: off - low } };
    const rest: NumberTerm = { kind: 'of', by: 'remainder', a: moved, b: { kind: 'answers' } };
    yield low === 0 ? rest : { kind: 'of', by: 'add', a: rest, b: { kind: 'constant', value: low } };
  } else if (sort === 'number' || sort === 'test') {
    const affine = affineOf(values, right);
    if (affine === undefined) return;
    const times: NumberTerm = { kind: 'of', by: 'multiply', a: term, b: { kind: 'constant', value: affine.times } };
    yield affine.plus === 0 ? times : { kind: 'of', by: 'add', a: times, b: { kind: 'constant', value: affine.plus } };
  }
}

/** The whole numbers c and d with right = c · value + d, c neither 0 nor 1 and not above MOST_TIMES. */
function affineOf(
  values: Int32Array,
  right: Int32Array,
): { readonly times: number; readonly plus: number } | undefined {
  const other = values.findIndex((value) => value !== values[0]);
  if (other < 0) return undefined;
  const times = (right[other]! - right[0]!) / (values[other]! - values[0]!);
  if (!Number.isInteger(times) || times === 0 || Math.abs(times) > MOST_TIMES) return undefined;
  const plus = right[0]! - times * values[0]!;
  return right.every((value, i) => value === times * values[i]! + plus) ? { times, plus } : undefined;
}

/** The multiple of a number that is right most often, and never below (above, where `sign` is −1) what is right. */
function timesOf(values: Int32Array, right: Int32Array, sign: number): number | undefined {
  const counts = new Map<number, number>();
  for (let i = 0; i < right.length; i += 1) {
    const times = right[i]! / values[i]!;
    if (Number.isInteger(times) && times > 1 && times <= MOST_TIMES) counts.set(times, (counts.get(times) ?? 0) + 1);
  }
  let [best, most] = [0, 1];
  for (const [times, count] of counts) if (count > most) [best, most] = [times, count];
  if (best === 0 || !values.every((value, i) => sign * (best * value - right[i]!) >= 0)) return undefined;
  return best;
}

/** Two numbers whose sum, difference, least or most is right; sums are met in the middle. */
function pairedTerm(
  pool: TermPool,
  right: Int32Array,
  meter: Meter,
  consider: (term: NumberTerm) => boolean,
): NumberTerm | undefined {
  const some = pool.numbers.filter(({ sort }) => sort === 'number').slice(0, MOST_PAIRED);
  meter.spend(2 * some.length * right.length);
  for (const { term: b, values } of some) {
    for (const [by, sign] of [
      ['add', -1],
      ['subtract', 1],
    ] as const) {
      const a = pool.byValues.get(right.map((value, i) => value + sign * values[i]!).join())?.term;
      const term: NumberTerm | undefined = a && { kind: 'of', by, a, b };
      if (term !== undefined && consider(term)) return term;
    }
  }
  for (const [by, sign] of [
    ['least', 1],
    ['most', -1],
  ] as const) {
    const bounds = some.filter(({ values }) => values.every((value, i) => sign * (value - right[i]!) >= 0));
    const scaled = some.flatMap(({ term, sort, values }): NumberEntry[] => {
      const times = timesOf(values, right, sign);
      if (times === undefined) return [];
      const multiple: NumberTerm = { kind: 'of', by: 'multiply', a: term, b: { kind: 'constant', value: times } };
      return [{ term: multiple, sort, values: values.map((value) => times * value) }];
    });
    const tight = [...bounds, ...scaled]
      .map((entry) => ({ entry, hits: right.filter((value, i) => value === entry.values[i]).length }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, MOST_BOUNDS);
    meter.spend(some.length * right.length + tight.length ** 2);
    for (const { entry: a } of tight) {
      for (const { entry: b, hits } of tight) {
        if (hits === 0 || !right.every((value, i) => value === a.values[i] || value === b.values[i])) continue;
        const term: NumberTerm = { kind: 'of', by, a: a.term, b: b.term };
        if (consider(term)) return term;
      }
    }
  }
  return undefined;
}
