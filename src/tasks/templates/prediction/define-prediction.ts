import type { Rng } from '#foundation/kernel';
import type { Optimum, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { int, type ParamsOf } from '../../define/param-range.ts';
import {
  impossibleShare,
  Predicting,
  type PredictionText,
  type Seen,
  sourceOptimum,
  verifyPrediction,
  type Weights,
  WORST,
} from './prediction.ts';
import { predictionBits, predictionText, type PredictionWords } from './prediction-face.ts';
import { randomWeightsReward } from './random-weights.ts';
import { GRAIN, type SymbolSource, symbolAt } from './symbol-source.ts';

/** What every predicting family has besides its source's own parameters. */
export const predictionParams = {
  horizon: int(1, 1024, 'symbols predicted in one episode'),
  window: int(1, 256, 'how many of the latest symbols are seen'),
};
type Common = ParamsOf<typeof predictionParams>;

/** What tells one such family from another. */
export interface PredictionFamily<P extends Common, S>
  extends
    PredictionWords,
    Pick<
      Template<P, PredictionText<P>, Seen, Weights>,
      'name' | 'domain' | 'tags' | 'says' | 'levels' | 'params' | 'difficulty' | 'baselines'
    > {
  source(this: void, params: P): SymbolSource<S>;
  /** The symbols of one episode; drawn from the source unless they come from elsewhere. */
  draw?(this: void, params: P, rng: Rng): Uint8Array;
  /** By default the source's own expectation. */
  optimum?(this: void, text: PredictionText<P>): Optimum;
  /** The parameters of another language, where the world can change to one. */
  other?(this: void, params: P, index: number): P;
}

function drawFrom<S>(source: SymbolSource<S>, count: number, rng: Rng): Uint8Array {
  const symbols = new Uint8Array(count);
  let state = source.start;
  for (let t = 0; t < count; t += 1) {
    // The top six bits of a draw: GRAIN is 2⁶.
    symbols[t] = symbolAt(source.weights(state), rng.uint32() >>> 26);
    state = source.next(state, symbols[t]!);
  }
  return symbols;
}

function drawRandomWeights(count: number, rng: Rng): number[] {
  for (;;) {
    const weights = Array.from({ length: count }, () => rng.below(GRAIN + 1));
    if (weights.some((weight) => weight > 0)) return weights;
  }
}

/** A family whose task is to state, symbol by symbol, how likely each next symbol is; the reward is log₂ of the truth's share. */
export function definePrediction<P extends Common, S>(
  family: PredictionFamily<P, S>,
): Template<P, PredictionText<P>, Seen, Weights> {
  const { unit, about, joint, source, draw, optimum, other, ...given } = family;
  const symbolsOf = (params: P): readonly string[] => source(params).symbols;
  return defineTemplate<P, PredictionText<P>, Seen, Weights>({
    ...given,
    family: 'language-model',
    shape: 'episode',
    metrics: [
      { name: `bits_per_${unit}`, better: 'lower', says: `cross-entropy in bits per ${unit}` },
      { name: 'perplexity', better: 'lower', says: `2 to the power of the bits per ${unit}` },
      { name: 'impossible', better: 'lower', says: 'probability given to symbols that cannot come next' },
    ],
    rewardRange: ({ horizon }) => ({ low: WORST * horizon, high: 0 }),
    maxSteps: ({ horizon }) => horizon,
    generate: (params, rng) => ({
      params,
      symbols: draw === undefined ? drawFrom(source(params), params.horizon, rng) : draw(params, rng),
    }),
    start: (text) => new Predicting(text),
    oracle({ params, symbols }) {
      const from = source(params);
      let state = from.start;
      let read = 0;
      return {
        act({ position }) {
          for (; read < position; read += 1) state = from.next(state, symbols[read]!);
          return from.weights(state);
        },
      };
    },
    optimum: optimum ?? (({ params, symbols }) => sourceOptimum(source(params), symbols)),
    randomAction: (_, rng, params) => drawRandomWeights(symbolsOf(params).length, rng),
    randomReturn: ({ params, symbols }) => symbols.length * randomWeightsReward(symbolsOf(params).length, WORST),
    verify: ({ symbols }, actions) => verifyPrediction(symbols, actions),
    measure({ params, symbols }, { actions, total }) {
      const bits = -total / Math.max(1, actions.length);
      const impossible = impossibleShare(source(params), symbols, actions);
      return { [`bits_per_${unit}`]: bits, perplexity: 2 ** bits, impossible };
    },
    text: predictionText({ unit, about, joint }, symbolsOf),
    bits: (params) => predictionBits(params, symbolsOf(params).length),
    ...(other !== undefined && {
      varies: ['dynamics'],
      vary({ params, symbols }, _what, { index, rng }) {
        const changed = other(params, index);
        // Forked by the old text: instances of one regime speak one language and say different things.
        return { params: changed, symbols: drawFrom(source(changed), symbols.length, rng.fork(symbols.join(' '))) };
      },
    }),
  });
}
