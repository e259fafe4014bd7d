import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { listsOf } from '../list-reader.ts';
import { lengthOf, readPort } from '../word-view.ts';

/** Which list holds the tokens, all its columns together, and which words of the action are to be told from it. */
export interface DetectorBinding {
  readonly columns: readonly number[];
  readonly answers: readonly number[];
}

/** A run of tokens, and the value of a word where it is the first of the list that is present. */
export interface Rule {
  readonly gram: readonly number[];
  readonly value: number;
}

/** For each word of the action a decision list over runs of tokens, and a value where none is present. */
export interface DetectorHypothesis {
  readonly binding: DetectorBinding;
  readonly words: readonly { readonly otherwise: number; readonly rules: readonly Rule[] }[];
}

/** Tokens of a run at most. */
export const LONGEST_GRAM = 3;
const MOST_TOKENS = 4096;
const MOST_ANSWERS = 256;

/** Numbers of the tokens of one column: a run of three is still exact in a double. */
export function tokenValues(columns: readonly number[], ports: readonly WordPort[]): number {
  return columns.reduce((product, index) => product * ports[index]!.values, 1);
}

/** Each outermost list, alone, with every word of an action that is always there. */
export function detectorBindings(face: FacePorts): DetectorBinding[] {
  const { ports } = face.observation;
  const answers = face.action.ports.flatMap(({ role, repeats, values }, index) =>
    role === 'word' && repeats.length === 0 && values <= MOST_ANSWERS ? [index] : [],
  );
  const isWhole = face.action.ports.every(
    ({ role, cases, repeats }) => role === 'word' && cases.length + repeats.length === 0,
  );
  if (answers.length === 0 || !isWhole) return [];
  return listsOf(face.observation)
    .filter(({ columns, count }) => {
      const tokens = tokenValues(columns, ports);
      return (
        count >= 2 && tokens > 2 && tokens <= MOST_TOKENS && columns.every((index) => ports[index]!.cases.length === 0)
      );
    })
    .map(({ columns }) => ({ columns, answers }));
}

/** The tokens of an observation: the words of a record as one number, the first column counting least. */
export function tokensAt(observation: Uint8Array, columns: readonly number[], ports: readonly WordPort[]): number[] {
  const count = lengthOf(observation, ports[columns[0]!]!, ports);
  const tokens = new Array<number>(count).fill(0);
  let unit = 1;
  for (const index of columns) {
    const read = readPort(observation, ports[index]!);
    for (let i = 0; i < count; i += 1) tokens[i]! += unit * read[i]!;
    unit *= ports[index]!.values;
  }
  return tokens;
}

/** A run as one number: its tokens from 1 in base `values + 1`. */
export function gramCode(gram: readonly number[], values: number): number {
  return gram.reduce((code, token) => code * (values + 1) + token + 1, 0);
}

/** The tokens of a run. */
export function gramOf(code: number, values: number): number[] {
  const gram: number[] = [];
  for (let left = code; left > 0; left = Math.floor(left / (values + 1))) gram.unshift((left % (values + 1)) - 1);
  return gram;
}

/** All runs of one to three tokens, as numbers. */
export function gramsOf(tokens: readonly number[], values: number): Set<number> {
  const grams = new Set<number>();
  for (let end = 0; end < tokens.length; end += 1) {
    for (let from = end; from >= 0 && end - from < LONGEST_GRAM; from -= 1) {
      grams.add(gramCode(tokens.slice(from, end + 1), values));
    }
  }
  return grams;
}
