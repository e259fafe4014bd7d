import { finalSequence, type Sequence } from '#learners/machine/plans';
import type { Rng } from '#foundation/kernel';

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

/** Whether the query comes after the pairs or before them, and whether a pair is key, value or value, key. */
export interface PairsOrder {
  readonly query: 'last' | 'first';
  readonly pair: 'key-value' | 'value-key';
}

/** The order of the protocol. */
const usualOrder: PairsOrder = { query: 'last', pair: 'key-value' };

/** The shape of the sequences over a vocabulary. */
export function kvShape(vocabulary: number): { classes: number; payloads: number; answers: number } {
  return { classes: 4, payloads: vocabulary, answers: vocabulary + 1 };
}

/** What to draw. */
export interface PairsDraw {
  readonly pairs: number;
  readonly vocabulary: number;
  readonly rule: KeyRule;
  readonly place: QueryPlace;
  readonly order?: PairsOrder;
}

/** Payloads of one sample, token by token, and its answer; 0 is NULL. */
export interface PairsSample {
  readonly payloads: readonly number[];
  readonly answer: number;
}

/** One sample. With few symbols a key may be absent only if some symbol is left over. */
export function samplePairs(rng: Rng, how: PairsDraw): PairsSample {
  const { pairs, vocabulary, rule, place, order = usualOrder } = how;
  const spare = place === 'absent' ? rng.below(vocabulary) : -1;
  const list = drawKeys(rng, how, spare);
  const third = { early: 0, middle: 1, late: 2, absent: 0 }[place];
  const first = Math.floor((third * pairs) / 3);
  const last = Math.max(first + 1, Math.floor(((third + 1) * pairs) / 3));
  const query = place === 'absent' ? spare : list[rng.int(first, Math.min(pairs, last) - 1)]!;
  const values = list.map(() => rng.below(vocabulary));
  const written = list.flatMap((key, i) => (order.pair === 'key-value' ? [key, values[i]!] : [values[i]!, key]));
  const payloads = order.query === 'last' ? [0, ...written, 0, query, 0] : [0, query, 0, ...written, 0];
  const at = rule === 'first' ? list.indexOf(query) : list.lastIndexOf(query);
  return { payloads, answer: at < 0 ? 0 : values[at]! + 1 };
}

/** The classes of the tokens of a sample. */
export function pairClasses(pairs: number, { query }: PairsOrder = usualOrder): Uint8Array {
  const length = 2 * pairs + 4;
  const classes = new Uint8Array(length).fill(SYMBOL);
  classes[0] = START;
  classes[query === 'last' ? length - 3 : 2] = SEPARATOR;
  classes[length - 1] = END;
  return classes;
}

/** One sample as a sequence. */
export function drawPairs(rng: Rng, how: PairsDraw): Sequence {
  const { payloads, answer } = samplePairs(rng, how);
  return finalSequence(pairClasses(how.pairs, how.order), answer, payloads);
}

/** Keys of the pairs without the one that is to be absent. */
function drawKeys(
  rng: Rng,
  how: { readonly pairs: number; readonly vocabulary: number; readonly rule: KeyRule },
  spare: number,
): number[] {
  const { pairs, vocabulary, rule } = how;
  if (rule === 'distinct') {
    const drawn = rng.distinct(Math.min(vocabulary, pairs + 1), vocabulary);
    return drawn.filter((key) => key !== spare).slice(0, pairs);
  }
  const shift = spare < 0 ? 0 : 1;
  return Array.from({ length: pairs }, () => {
    const key = rng.below(vocabulary - shift);
    return spare >= 0 && key >= spare ? key + 1 : key;
  });
}
