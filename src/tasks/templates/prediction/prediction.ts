import { rememberOf } from '#foundation/kernel';
import type { Environment, Judged, Optimum, StepResult } from '#foundation/contracts/tasks';
import { GRAIN, type SymbolSource } from './symbol-source.ts';

/** The symbols to be predicted, as indices; nothing else is hidden. */
export interface PredictionText<P> {
  readonly params: P;
  readonly symbols: Uint8Array;
}

/** The latest symbols, oldest first, and how many came before the next one. */
export interface Seen {
  readonly position: number;
  readonly recent: Uint8Array;
}

/** A weight per symbol, 0 to GRAIN; its share of their sum is the probability given. */
export type Weights = readonly number[];

/** The worst reward: for a symbol that was given no weight, and for a reply that cannot be read. */
export const WORST = -16;

function reward(weights: Weights, symbol: number): number {
  let sum = 0;
  for (const weight of weights) sum += weight;
  const weight = weights[symbol]!;
  return weight === 0 ? WORST : Math.log2(weight / sum);
}

export class Predicting<P extends { readonly window: number }> implements Environment<Seen, Weights> {
  private readonly text: PredictionText<P>;
  private position = 0;

  constructor(text: PredictionText<P>) {
    this.text = text;
  }

  observe(): Seen {
    const { position, text } = this;
    return { position, recent: text.symbols.subarray(Math.max(0, position - text.params.window), position) };
  }

  step(action: Weights | undefined): StepResult {
    const { symbols } = this.text;
    if (this.position >= symbols.length) return { reward: 0, done: true };
    const symbol = symbols[this.position]!;
    this.position += 1;
    return { reward: action === undefined ? WORST : reward(action, symbol), done: this.position === symbols.length };
  }
}

interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly most: number;
}

/** Mean, variance and largest size of log₂ p under p itself; sources give the same array for the same state. */
const momentsOf = rememberOf((weights: readonly number[]): Moments => {
  let mean = 0;
  let square = 0;
  let most = 0;
  for (const weight of weights) {
    if (weight === 0) continue;
    const bits = Math.log2(weight / GRAIN);
    mean += (weight / GRAIN) * bits;
    square += (weight / GRAIN) * bits * bits;
    most = Math.max(most, -bits);
  }
  return { mean, variance: square - mean * mean, most };
});

/**
 * The oracle states the source's own distribution, which no prediction beats in expectation. Given the contexts that occur,
 *
 *     E[return] = −Σₜ H(p(· | context t)),   and by Bernstein  P(|return − E| > ε) ≤ 2 exp(−ε² / (2v + 2Mε/3))
 *
 * with v the sum of the variances of log₂ p and M its largest deviation; [low, high] is ε at probability 1/1000.
 */
export function sourceOptimum<S>(source: SymbolSource<S>, symbols: Uint8Array): Optimum {
  let expected = 0;
  let variance = 0;
  let most = 0;
  let state = source.start;
  for (const symbol of symbols) {
    const moments = momentsOf(source.weights(state));
    expected += moments.mean;
    variance += moments.variance;
    most = Math.max(most, moments.most);
    state = source.next(state, symbol);
  }
  const tail = (most * Math.log(2000)) / 3;
  const width = tail + Math.sqrt(tail * tail + 2 * variance * Math.log(2000));
  return { kind: 'expected', reward: expected, low: expected - width, high: Math.min(0, expected + width) };
}

/** Scores the predictions against the text in one pass over pairs, with natural logarithms. */
export function verifyPrediction(symbols: Uint8Array, actions: readonly (Weights | undefined)[]): Judged {
  const scored = actions.slice(0, symbols.length).map((weights, t) => {
    const share = weights === undefined ? 0 : weights[symbols[t]!]! / weights.reduce((sum, weight) => sum + weight, 0);
    return share > 0 ? Math.log(share) / Math.LN2 : WORST;
  });
  const total = scored.reduce((sum, bits) => sum + bits, 0);
  if (scored.length < symbols.length) return { ok: false, reward: total, why: 'the text was not predicted to its end' };
  return total >= -symbols.length * Math.log2(64)
    ? { ok: true, reward: total }
    : { ok: false, reward: total, why: 'worse than six bits a symbol' };
}

/** The mean probability given to symbols of weight 0 under the source: brackets that do not match, words that cannot follow. */
export function impossibleShare<S>(
  source: SymbolSource<S>,
  symbols: Uint8Array,
  actions: readonly (Weights | undefined)[],
): number {
  let state = source.start;
  let share = 0;
  for (const [t, action] of actions.entries()) {
    const weights = source.weights(state);
    const sum = action?.reduce((total, weight) => total + weight, 0) ?? 0;
    const wasted = action?.reduce((total, weight, symbol) => total + (weights[symbol] === 0 ? weight : 0), 0) ?? 0;
    if (sum > 0) share += wasted / sum;
    state = source.next(state, symbols[t]!);
  }
  return share / Math.max(1, actions.length);
}
