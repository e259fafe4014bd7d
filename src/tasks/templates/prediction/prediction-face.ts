import type { BitFace, TextFace } from '#foundation/contracts/tasks';
import { bytesOf, codec, type Layout, record, whole } from '../../faces/bit-layout.ts';
import { type Seen, type Weights, WORST } from './prediction.ts';
import { parseWeights, weightsText } from './prediction-text.ts';
import { GRAIN } from './symbol-source.ts';

/** What the text of a predicting family says. */
export interface PredictionWords {
  readonly unit: 'char' | 'token';
  readonly about: string;
  /** What stands between symbols when they are shown. */
  readonly joint: string;
}

/** The text face over the symbols that the parameters imply. */
export function predictionText<P extends { readonly horizon: number }>(
  { unit, about, joint }: PredictionWords,
  symbolsOf: (params: P) => readonly string[],
): TextFace<P, Seen, Weights> {
  return {
    rules(params) {
      const symbols = symbolsOf(params);
      return (
        `${about} Before each ${unit}, give a weight from 0 to ${GRAIN} to every ${unit} that may come next; its share of the ` +
        `sum is the probability you give it. You earn log2 of the probability of the one that comes, and ${WORST} where ` +
        `that is 0 or the reply cannot be read; ${params.horizon} are to be predicted. ` +
        `The ${unit}s are ${symbols.map((symbol) => JSON.stringify(symbol)).join(' ')}. ` +
        `Reply with the weights that are not 0, as in: answer: ${weightsText([40, 24], symbols)}`
      );
    },
    observation({ position, recent }, params) {
      const symbols = symbolsOf(params);
      return `${position} so far, the latest: [${Array.from(recent, (symbol) => symbols[symbol]).join(joint)}]`;
    },
    action: (action, params) => weightsText(action, symbolsOf(params)),
    parse: (reply, params) => parseWeights(reply, symbolsOf(params)),
  };
}

/** The bit face for `count` symbols. */
export function predictionBits(
  { horizon, window }: { readonly horizon: number; readonly window: number },
  count: number,
): BitFace<Seen, Weights> {
  const weights = codec(bytesOf(count, GRAIN));
  return {
    observation: codec(record<Seen>({ position: whole(0, horizon), recent: recentLayout(window, count) })),
    action: {
      width: weights.width,
      shape: { kind: 'list', count, item: whole(0, GRAIN).shape },
      encode: (value) => weights.encode(Uint8Array.from(value)),
      decode(bits) {
        const value = weights.decode(bits);
        return value === undefined || value.every((weight) => weight === 0) ? undefined : [...value];
      },
    },
  };
}

/** A prefix of at most `window` symbols: its length, the symbols, zeros. */
function recentLayout(window: number, symbols: number): Layout<Uint8Array> {
  const length = whole(0, window);
  const bytes = bytesOf(window, symbols - 1);
  const symbol = whole(0, symbols - 1);
  return {
    width: length.width + bytes.width,
    shape: { kind: 'list', count: window, item: symbol.shape, ends: 'length' },
    write(value, bits, at) {
      const padded = new Uint8Array(window);
      padded.set(value);
      length.write(value.length, bits, at);
      bytes.write(padded, bits, at + length.width);
    },
    read(bits, at) {
      const count = length.read(bits, at);
      return count === undefined ? undefined : bytes.read(bits, at + length.width)?.slice(0, count);
    },
  };
}
