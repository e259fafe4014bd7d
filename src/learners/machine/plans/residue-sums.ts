import type { Automaton } from './automaton.ts';
import type { Sequence, SequenceShape } from './sequence.ts';

/** Moduli that are looked at, and the most weights of a modulus that are. */
const MOST = 20;
const MOST_WEIGHTS = 2 ** 16;

/** A sum modulo m of the weights of the tokens, with its description length. */
export interface ResidueSum {
  readonly program: Automaton;
  readonly bits: number;
  readonly modulus: number;
}

/**
 * Automata that add: each class has a weight, and the answer is told by the sum of the weights modulo m. All weights of a modulus are looked at.
 *
 *     state ← (state + w[class]) mod m     answer = answers[state]     bits = classes · log₂ m + m · log₂ answers
 */
export function* residueSums(sequences: readonly Sequence[], shape: SequenceShape): Generator<ResidueSum> {
  const { classes, answers } = shape;
  const points = labelledCounts(sequences, classes);
  for (let modulus = 2; modulus <= MOST && modulus ** classes <= MOST_WEIGHTS; modulus += 1) {
    const found = fitModulus(points, modulus, shape);
    if (found === undefined) continue;
    yield { program: found, modulus, bits: classes * Math.log2(modulus) + modulus * Math.log2(answers) };
  }
}

interface Point {
  readonly counts: Int32Array;
  readonly label: number;
}

/** How often each class came before every answer that is known. */
function labelledCounts(sequences: readonly Sequence[], classes: number): Point[] {
  const points: Point[] = [];
  for (const { classes: tokens, labels } of sequences) {
    const counts = new Int32Array(classes);
    for (const [t, token] of tokens.entries()) {
      counts[token]! += 1;
      if (labels[t]! >= 0) points.push({ counts: counts.slice(), label: labels[t]! });
    }
  }
  return points;
}

function fitModulus(
  points: readonly Point[],
  modulus: number,
  { classes, answers }: SequenceShape,
): Automaton | undefined {
  const weights = new Int32Array(classes);
  for (let number = 1; number < modulus ** classes; number += 1) {
    for (let c = 0, rest = number; c < classes; c += 1, rest = Math.floor(rest / modulus)) weights[c] = rest % modulus;
    const table = tableOf(points, weights, modulus);
    if (table === undefined) continue;
    const common = commonest(points, answers);
    return {
      kind: 'automaton',
      classes,
      states: modulus,
      counters: 0,
      next: Array.from(
        { length: classes * modulus },
        (_, row) => ((row % modulus) + weights[Math.floor(row / modulus)]!) % modulus,
      ),
      moves: [],
      answers: Array.from(table, (answer) => (answer < 0 ? common : answer)),
    };
  }
  return undefined;
}

/** The answer of each residue, −1 where none was seen; undefined where one residue has two. */
function tableOf(points: readonly Point[], weights: Int32Array, modulus: number): Int16Array | undefined {
  const table = new Int16Array(modulus).fill(-1);
  for (const { counts, label } of points) {
    let sum = 0;
    for (let c = 0; c < weights.length; c += 1) sum += counts[c]! * weights[c]!;
    const residue = sum % modulus;
    if (table[residue] === -1) table[residue] = label;
    else if (table[residue] !== label) return undefined;
  }
  return table;
}

function commonest(points: readonly Point[], answers: number): number {
  const counts = new Int32Array(answers);
  for (const { label } of points) counts[label]! += 1;
  return counts.indexOf(Math.max(...counts));
}
