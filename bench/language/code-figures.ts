import { createTokenPredictor, type Nesting, type Predictor, sizesFor } from '#learners/model/counters';
import type { Rng } from '#foundation/kernel';
import { BracketCounter } from './brackets.ts';
import type { CodeCorpus } from './code-corpus.ts';
import { type CodeToken, Vocabulary } from './code-tokens.ts';
import { measureRegimes, type RegimeFigures, type Split } from './regimes.ts';
import { WittenBell } from './witten-bell.ts';

/** Tokens are numbers of 13 bits, so that the n-gram peer can count four of them in a row exactly. */
const tokenBits = 13;
const ngramOrder = 3;

/** Bits per token of a model on the test files, and the share of unmatched brackets in what it writes. */
export interface CodeModelFigures {
  readonly name: string;
  readonly regime: string;
  readonly bitsPerToken: number;
  readonly unmatched: number | null;
  readonly brackets: number | null;
  readonly tokensPerSecond: number | null;
}

/** All that is measured on the sources. */
export interface CodeFigures {
  readonly files: number;
  readonly tokens: number;
  readonly testTokens: number;
  readonly vocabulary: number;
  /** Share of the test tokens that the vocabulary knows only by their kind. */
  readonly rare: number;
  readonly ours: RegimeFigures;
  readonly models: readonly CodeModelFigures[];
  /** Unmatched brackets in the test files themselves, cut where they are. */
  readonly testUnmatched: number;
}

/** Measures the predictor and the n-gram on the same tokens: files in order, 90 % training, 5 % validation, 5 % test. */
export function measureCode(corpus: CodeCorpus, sampleTokens: number, rng: Rng): CodeFigures {
  const tokens = corpus.files.flat();
  const cut = (share: number): number => Math.floor(tokens.length * share);
  const vocabulary = new Vocabulary(tokens.slice(0, cut(0.9)), 2 ** tokenBits);
  const numbers = tokens.map((token: CodeToken) => vocabulary.numberOf(token));
  const parts = [numbers.slice(0, cut(0.9)), numbers.slice(cut(0.9), cut(0.95)), numbers.slice(cut(0.95))] as const;
  const [train, validation, test] = parts;
  const nesting = nestingOf(vocabulary);
  const split: Split = { train: toBytes(train), validation: toBytes(validation), test: toBytes(test) };
  const make = (): Predictor => createTokenPredictor(sizesFor(2 * tokens.length, 4), nesting);
  const frozen = make();
  const ours = measureRegimes(split, make(), frozen);
  const written = writeTokens(frozen, sampleTokens, rng.fork('tables'));
  const ngram = measureTokens(parts, vocabulary.size, { length: sampleTokens, rng: rng.fork('n-gram') });
  const row = (regime: string, bits: number, seconds: number | null): CodeModelFigures => ({
    name: 'tables of counters',
    regime,
    bitsPerToken: bits / test.length,
    ...(regime === 'fully frozen' ? unmatchedIn(written, nesting) : { unmatched: null, brackets: null }),
    tokensPerSecond: seconds === null ? null : Math.round(test.length / seconds),
  });
  return {
    files: corpus.files.length,
    tokens: tokens.length,
    testTokens: test.length,
    vocabulary: vocabulary.size,
    rare: test.filter((number) => number < 5).length / test.length,
    ours,
    models: [
      row('fully frozen', ours.frozen, ours.frozenCpuSeconds),
      row('weights frozen, memory live', ours.weightsFrozen, null),
      row('adaptive', ours.adaptive, null),
      {
        name: `Witten-Bell order ${ngram.order}`,
        regime: 'fully frozen',
        bitsPerToken: ngram.frozen,
        ...unmatchedIn(ngram.written, nesting),
        tokensPerSecond: null,
      },
    ],
    testUnmatched: unmatchedIn(test, nesting).unmatched,
  };
}

/** The three pairs of brackets and the end of a line; a pair that the vocabulary lacks nests nothing. */
function nestingOf(vocabulary: Vocabulary): Nesting {
  const pairs = ['()', '[]', '{}']
    .map(([open = '', close = '']) => ({ open: vocabulary.find(open), close: vocabulary.find(close) }))
    .filter(({ open, close }) => open >= 0 && close >= 0);
  return {
    opens: pairs.map(({ open }) => open),
    closes: pairs.map(({ close }) => close),
    lineEnd: vocabulary.find('\n'),
  };
}

function toBytes(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(2 * numbers.length);
  for (const [i, number] of numbers.entries()) {
    bytes[2 * i] = number >>> 8;
    bytes[2 * i + 1] = number & 255;
  }
  return bytes;
}

/** Tokens drawn from the predictor, frozen as it is, each given the ones before. */
function writeTokens(predictor: Predictor, length: number, rng: Rng): number[] {
  const next = (chance: number): 0 | 1 => (rng.below(65536) < chance ? 1 : 0);
  return Array.from({ length }, () => 256 * predictor.decode(next) + predictor.decode(next));
}

function unmatchedIn(tokens: readonly number[], { opens, closes }: Nesting): { unmatched: number; brackets: number } {
  const counter = new BracketCounter(opens, closes);
  for (const token of tokens) counter.take(token);
  return { unmatched: counter.unmatched / Math.max(1, counter.brackets), brackets: counter.brackets };
}

/** The n-gram peer: counts, picks its order on the validation part, predicts the test part frozen, and writes. */
function measureTokens(
  [train, validation, test]: readonly [readonly number[], readonly number[], readonly number[]],
  symbols: number,
  sample: { readonly length: number; readonly rng: Rng },
): { order: number; frozen: number; written: number[] } {
  const model = new WittenBell(ngramOrder, symbols, tokenBits);
  const read = (tokens: readonly number[], learns: boolean): number[] => {
    const bits = new Array<number>(ngramOrder + 1).fill(0);
    for (const token of tokens) {
      for (const [k, chance] of model.chances(token).entries()) bits[k]! -= Math.log2(chance);
      if (learns) model.learn(token);
      model.take(token);
    }
    return bits;
  };
  read(train, true);
  const validated = read(validation, true);
  const order = validated.indexOf(Math.min(...validated));
  const frozen = read(test, false)[order]! / test.length;
  return { order, frozen, written: model.write(sample.length, order, sample.rng) };
}
