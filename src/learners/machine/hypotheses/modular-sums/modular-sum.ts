import type { FacePorts } from '#foundation/contracts/words';
import { placesOf, readWord } from '../word-view.ts';
import { type Equation, mod, solveModulo } from './solve-modulo.ts';

/** A word of the observation. */
interface SummedWord {
  readonly port: number;
  readonly item: number;
  readonly at: number;
  readonly width: number;
  readonly values: number;
}

/** answer = Σ tableᵢ[wordᵢ] modulo m, with a table for each word that counts. */
export interface ModularSum {
  readonly modulus: number;
  /** The word of the action that is the answer. */
  readonly answer: number;
  readonly words: readonly SummedWord[];
  readonly tables: readonly (readonly number[])[];
  readonly constant: number;
  /** Whether each table is a multiple of its word. */
  readonly isLinear: boolean;
}

/** Past this many values a word has no table, and past this many unknowns there is too much to solve for. */
const MOST_VALUES = 256;
const MOST_UNKNOWNS = 600;

/** All words of the observation, items of lists among them; none where one has too many values. */
export function summedWords({ observation: { ports } }: FacePorts): SummedWord[] {
  const isTabled = ports.every(({ role, values }) => role !== 'real' && values <= MOST_VALUES);
  const words = ports.flatMap((port, index) =>
    placesOf(port).map((at, item) => ({ port: index, item, at, width: port.width, values: 2 ** port.width })),
  );
  return isTabled ? words : [];
}

/** What was seen, and the right answer. */
export interface SumExample {
  readonly observation: Uint8Array;
  readonly answer: number;
}

/** How words become unknowns: one multiple each, or one unknown for each value. */
export type SumForm = 'multiples' | 'tables';

/** Unknowns of a form; infinite where they are too many. */
export function unknownsOf(words: readonly SummedWord[], form: SumForm): number {
  const count = 1 + (form === 'multiples' ? words.length : words.reduce((sum, { values }) => sum + values, 0));
  return count > MOST_UNKNOWNS ? Infinity : count;
}

/** The sum that all examples obey; undefined where there is none of this form. */
export function fitSum(
  examples: readonly SumExample[],
  words: readonly SummedWord[],
  form: SumForm,
  given: { readonly modulus: number; readonly answer: number; readonly spend: (effort: number) => void },
): ModularSum | undefined {
  const { modulus, answer, spend } = given;
  const unknowns = unknownsOf(words, form);
  const starts: number[] = [];
  words.reduce((start, { values }) => (starts.push(start), start + (form === 'multiples' ? 1 : values)), 1);
  const equations = examples.map(({ observation, answer: right }): Equation => {
    const equation = new Int32Array(unknowns + 1);
    equation[0] = 1;
    for (const [i, { at, width }] of words.entries()) {
      const value = readWord(observation, at, width);
      if (form === 'multiples') equation[starts[i]!] = value;
      else equation[starts[i]! + value] = 1;
    }
    equation[unknowns] = right;
    return equation;
  });
  const solution = solveModulo(equations, modulus, spend);
  if (solution === undefined) return undefined;
  const tables = words.map(({ values }, i) =>
    Array.from({ length: values }, (_, value) =>
      form === 'multiples' ? (solution[starts[i]!]! * value) % modulus : solution[starts[i]! + value]!,
    ),
  );
  const counts = words.map((_, i) => tables[i]!.some((entry) => entry !== 0));
  return {
    modulus,
    answer,
    words: words.filter((_, i) => counts[i]),
    tables: tables.filter((_, i) => counts[i]),
    constant: solution[0]!,
    isLinear: form === 'multiples',
  };
}

/** Multiples along a list that come again after this many items, counted from its end, are taken to go on so. */
const LONGEST_PERIOD = 3;

/** The same sum on lists of other lengths; undefined where it does not tell how to go on. */
export function carrySum(sum: ModularSum, from: FacePorts, to: FacePorts): ModularSum | undefined {
  const { modulus, answer, isLinear, words, tables } = sum;
  const isAlike = from.observation.ports.length === to.observation.ports.length;
  if (!isLinear || !isAlike || to.action.ports[answer]?.values !== modulus) return undefined;
  const carried: { readonly word: SummedWord; readonly multiple: number }[] = [];
  const all = summedWords(from);
  for (const port of from.observation.ports.keys()) {
    const old = all
      .filter((word) => word.port === port)
      .map(({ item }) => tables[words.findIndex((word) => word.port === port && word.item === item)]?.[1] ?? 0)
      .toReversed();
    const period = Array.from({ length: LONGEST_PERIOD }, (_, i) => i + 1).find((p) =>
      old.every((multiple, i) => multiple === old[i % p]),
    );
    const news = summedWords(to)
      .filter((word) => word.port === port)
      .toReversed();
    if (period === undefined && news.length !== old.length) return undefined;
    for (const [i, word] of news.entries())
      carried.push({ word, multiple: old[period === undefined ? i : i % period]! });
  }
  const kept = carried.filter(({ multiple }) => multiple > 0);
  return {
    ...sum,
    words: kept.map(({ word }) => word),
    tables: kept.map(({ word: { values }, multiple }) =>
      Array.from({ length: values }, (_, value) => (multiple * value) % modulus),
    ),
  };
}

/** What the sum answers. */
export function answerOf({ modulus, words, tables, constant }: ModularSum, observation: Uint8Array): number {
  return mod(
    words.reduce((sum, { at, width }, i) => sum + tables[i]![readWord(observation, at, width)]!, constant),
    modulus,
  );
}
