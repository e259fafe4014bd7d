import { finalSequence, type Sequence } from '#bem';
import type { Rng } from '#kernel';

/** Token classes: [START] k₁ v₁ … [SEP] q [END]; keys, values and the query are of one class. */
const START = 0;
const SYMBOL = 1;
const SEPARATOR = 2;
const END = 3;

/** Which value of a repeated key is the right one; `distinct` keys are never repeated. */
export type KeyRule = 'distinct' | 'last' | 'first';

/** Where the pair that is asked for stands; `absent` keys are in no pair. */
export type QueryPlace = 'early' | 'middle' | 'late' | 'absent';

export const queryPlaces: readonly QueryPlace[] = ['early', 'middle', 'late', 'absent'];

/** The shape of the sequences over a vocabulary. */
export function kvShape(vocabulary: number): { classes: number; payloads: number; answers: number } {
  return { classes: 4, payloads: vocabulary, answers: vocabulary + 1 };
}

/** One sample; answer 0 is NULL. With few symbols a key may be absent only if some symbol is left over. */
export function drawPairs(
  rng: Rng,
  how: { readonly pairs: number; readonly vocabulary: number; readonly rule: KeyRule; readonly place: QueryPlace },
): Sequence {
  const { pairs, vocabulary, rule, place } = how;
  const spare = place === 'absent' ? rng.below(vocabulary) : -1;
  const keys = rule === 'distinct' ? rng.distinct(pairs + 1, vocabulary + 1) : undefined;
  const list: number[] = [];
  for (let i = 0; list.length < pairs; i += 1) {
    const key = keys === undefined ? rng.below(vocabulary) : keys[i]!;
    if (key !== spare && key < vocabulary) list.push(key);
  }
  const values = list.map(() => rng.below(vocabulary));
  const third = { early: 0, middle: 1, late: 2, absent: 0 }[place];
  const first = Math.floor((third * pairs) / 3);
  const last = Math.max(first + 1, Math.floor(((third + 1) * pairs) / 3));
  const query = place === 'absent' ? spare : list[rng.int(first, Math.min(pairs, last) - 1)]!;
  const at = rule === 'first' ? list.indexOf(query) : list.lastIndexOf(query);
  const classes = [START, ...list.flatMap(() => [SYMBOL, SYMBOL]), SEPARATOR, SYMBOL, END];
  const payloads = [0, ...list.flatMap((key, i) => [key, values[i]!]), 0, query, 0];
  return finalSequence(classes, at < 0 ? 0 : values[at]! + 1, payloads);
}
