import { Fault, sha256 } from '#foundation/kernel';
import type { Template } from '#foundation/contracts/tasks';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import { definePrediction, predictionParams } from './define-prediction.ts';
import type { PredictionText, Seen, Weights } from './prediction.ts';
import { GRAIN, type SymbolSource } from './symbol-source.ts';

/** A text from outside, pinned by the hash of its UTF-8 bytes, already cut into symbols. */
export interface Corpus {
  /** The name of the template made of it, in capitals. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly unit: 'char' | 'token';
  /** Cuts the decoded text; characters unless told otherwise. At most 256 different symbols. */
  cut?(text: string): readonly string[];
}

const params = {
  ...predictionParams,
  part: choice(
    ['train', 'validation', 'test'],
    'which contiguous part the text is cut from: the first 90 %, then 5 % each',
  ),
  order: int(0, 5, 'order of the reference model'),
};
type CorpusParams = ParamsOf<typeof params>;

const borders = { train: [0, 0.9], validation: [0.9, 0.95], test: [0.95, 1] } as const;

/**
 * A predicting family over a corpus. No one knows its entropy, so the optimum is the bound 0; the reference policy is a
 * count model of the train part with the given order, backing off where a context is new.
 *
 * @source spec/benchmark-suite §4.1.2
 */
export function corpusTemplate(corpus: Corpus): Template<CorpusParams, PredictionText<CorpusParams>, Seen, Weights> {
  const found = sha256(corpus.bytes);
  if (found !== corpus.sha256) {
    throw new Fault('tasks/bad-param', `corpus ${corpus.name} has sha256 ${found}, pinned is ${corpus.sha256}`);
  }
  const text = new TextDecoder().decode(corpus.bytes);
  const cut = corpus.cut?.(text) ?? Array.from(text);
  const symbols = [...new Set(cut)].sort();
  if (symbols.length > 256 || cut.length < 100) {
    throw new Fault(
      'tasks/bad-param',
      `corpus ${corpus.name} has ${symbols.length} symbols in ${cut.length}; 256 in at least 100 at most`,
    );
  }
  const place = new Map(symbols.map((symbol, i) => [symbol, i]));
  const all = Uint8Array.from(cut, (symbol) => place.get(symbol)!);
  const models = new Map<number, SymbolSource<string>>();
  return definePrediction<CorpusParams, string>({
    name: corpus.name,
    domain: corpus.unit === 'char' ? 'language' : 'code',
    tags: ['language', 'corpus'],
    says: `Predict a corpus ${corpus.unit} by ${corpus.unit}.`,
    unit: corpus.unit,
    about: `A text is shown ${corpus.unit} by ${corpus.unit}.`,
    joint: corpus.unit === 'char' ? '' : ' ',
    params,
    levels: [16, 32, 64, 128, 256].map((horizon) => ({ horizon, window: 64, part: 'train' as const, order: 2 })),
    difficulty: ({ horizon }) => horizon,
    source({ order }) {
      let model = models.get(order);
      if (model === undefined) {
        model = countModel(symbols, all.subarray(0, Math.floor(all.length * borders.train[1])), order);
        models.set(order, model);
      }
      return model;
    },
    draw({ part, horizon }, rng) {
      const low = Math.floor(all.length * borders[part][0]);
      const high = Math.floor(all.length * borders[part][1]);
      const from = low + rng.below(Math.max(1, high - low - horizon));
      return all.slice(from, Math.min(high, from + horizon));
    },
    optimum: () => ({ kind: 'bound', reward: 0 }),
  });
}

/** Counts after every context up to `order` symbols long; a state is the latest symbols, joined by commas. */
function countModel(symbols: readonly string[], text: Uint8Array, order: number): SymbolSource<string> {
  const counts = new Map<string, Uint32Array>();
  for (let t = 0; t < text.length; t += 1) {
    for (let length = 0; length <= Math.min(order, t); length += 1) {
      const context = text.subarray(t - length, t).join(',');
      let row = counts.get(context);
      if (row === undefined) counts.set(context, (row = new Uint32Array(symbols.length)));
      row[text[t]!]! += 1;
    }
  }
  return {
    symbols,
    start: '',
    weights(state) {
      const recent = state === '' ? [] : state.split(',');
      for (let drop = 0; drop <= recent.length; drop += 1) {
        const row = counts.get(recent.slice(drop).join(','));
        if (row !== undefined)
          return Array.from(row, (count) => Math.max(1, Math.round((GRAIN * count) / Math.max(...row))));
      }
      return symbols.map(() => 1);
    },
    next(state, symbol) {
      if (order === 0) return '';
      const recent = state === '' ? [] : state.split(',');
      return [...recent, symbol].slice(-order).join(',');
    },
  };
}
