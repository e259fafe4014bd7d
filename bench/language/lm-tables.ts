import type { Table } from '../suite.ts';
import type { CorpusFigures } from './corpus-figures.ts';

/** Corpus statistics: size, symbols, and how much a context of k symbols tells by the text's own counts. */
export function corpusTable(figures: readonly CorpusFigures[]): Table {
  return {
    title: 'Corpora: conditional entropy by the n-gram counts of the text (from below), and the true rate where known',
    columns: [
      'corpus',
      'bytes',
      'symbols',
      'H0',
      'H1',
      'H2',
      'H3',
      'H4',
      'H5',
      'entropy rate',
      'this text, source known',
    ],
    rows: figures.map(({ corpus, symbols, ngram }) => [
      corpus.name,
      corpus.bytes.length,
      symbols,
      ...ngram.plugIn,
      corpus.entropyRate ?? null,
      corpus.idealRate ?? null,
    ]),
  };
}

/** The commonest symbols and their shares. @source spec/benchmark-suite §4.1.2: the empirical character distribution */
export function symbolTable(figures: readonly CorpusFigures[]): Table {
  return {
    title: 'Commonest symbols and their shares',
    columns: ['corpus', 'symbol', 'share'],
    rows: figures.flatMap(({ corpus }) => {
      const counts = new Array<number>(256).fill(0);
      for (const byte of corpus.bytes) counts[byte]! += 1;
      return [...counts.entries()]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, commonest)
        .map(([byte, count]) => [corpus.name, symbolName(byte), count / corpus.bytes.length]);
    }),
  };
}

const commonest = 16;

function symbolName(byte: number): string {
  const isPrintable = byte > 32 && byte < 127;
  return isPrintable && byte !== 124 ? String.fromCharCode(byte) : `byte ${byte}`;
}

/** Everything read once, learning as it goes. */
export function wholeTable(figures: readonly CorpusFigures[], ghz: number): Table {
  return {
    title: 'Whole text, adaptive',
    columns: [
      'corpus',
      'model',
      'bytes',
      'bits per character',
      'perplexity',
      'above the true rate',
      'characters/s',
      'cycles per character',
    ],
    rows: figures.flatMap(({ corpus, ours, ngram, peers }) => {
      const { length } = corpus.bytes;
      const row = (name: string, bits: number, cpuSeconds: number | null): Table['rows'][number] => {
        const rate = bits / length;
        const above = corpus.idealRate === undefined ? null : rate - corpus.idealRate;
        return [corpus.name, name, Math.ceil(bits / 8), rate, 2 ** rate, above, ...speedOf(length, cpuSeconds, ghz)];
      };
      return [
        row('tables of counters', ours.wholeBits, ours.cpuSeconds),
        row(`Witten-Bell order ${ngram.order}`, ngram.adaptive * length, null),
        ...peers.map(({ name, size, cpuSeconds }) => row(name, 8 * size, cpuSeconds)),
      ];
    }),
  };
}

/** The last 5 %, given the rest: the three regimes, the n-gram, the compressors. */
export function testTable(figures: readonly CorpusFigures[], ghz: number): Table {
  return {
    title: 'Last 5 %, given the rest',
    columns: [
      'corpus',
      'model',
      'regime',
      'bits per character',
      'perplexity',
      'characters/s',
      'cycles per character',
      'characters trained on',
    ],
    rows: figures.flatMap(({ corpus, ours, ngram, peers, testLength }) => {
      const trainedOn = corpus.bytes.length - testLength;
      const row = (
        name: string,
        regime: string,
        bits: number,
        seconds: number | null = null,
      ): Table['rows'][number] => {
        const rate = bits / testLength;
        return [corpus.name, name, regime, rate, 2 ** rate, ...speedOf(testLength, seconds, ghz), trainedOn];
      };
      return [
        row('tables of counters', 'fully frozen', ours.frozen, ours.frozenCpuSeconds),
        row('tables of counters', 'weights frozen, memory live', ours.weightsFrozen),
        row('tables of counters', 'adaptive', ours.adaptive),
        row(`Witten-Bell order ${ngram.order}`, 'fully frozen', ngram.frozen * testLength),
        ...peers.flatMap(({ name, size, sizeBeforeTest }) =>
          sizeBeforeTest === null ? [] : [row(name, 'adaptive', 8 * (size - sizeBeforeTest))],
        ),
      ];
    }),
  };
}

/** Characters per second, and cycles per character. */
function speedOf(length: number, cpuSeconds: number | null, ghz: number): (number | null)[] {
  if (cpuSeconds === null) return [null, null];
  return [Math.round(length / cpuSeconds), Math.round((cpuSeconds * ghz * 1e9) / length)];
}

/** The arithmetic code, read back. */
export function roundTripTable(figures: readonly CorpusFigures[]): Table {
  return {
    title: 'Arithmetic code of the first bytes, read back',
    columns: ['corpus', 'bytes', 'code bytes', 'code length of the model, bytes', 'same bytes'],
    rows: figures.map(({ corpus, roundTrip: { bytes, codeBytes, bits, same } }) => [
      corpus.name,
      bytes,
      codeBytes,
      bits / 8,
      same ? 'yes' : 'no',
    ]),
  };
}
