import { codeLength, createTextPredictor, sizesFor } from '#learners/model/counters';
import { decodeText, encodeText } from './code-text.ts';
import type { Compressor } from './compressors.ts';
import type { Corpus } from './corpora.ts';
import { measureNgram, type NgramFigures } from './ngram-figures.ts';
import { measureRegimes, type RegimeFigures, splitText } from './regimes.ts';

/** A peer on one corpus: sizes in bytes of all of it and, in a full run, of the part before the test. */
export interface PeerFigures {
  readonly name: string;
  readonly size: number;
  readonly sizeBeforeTest: number | null;
  readonly cpuSeconds: number;
}

/** The arithmetic code of the first bytes, read back. */
export interface RoundTrip {
  readonly bytes: number;
  readonly codeBytes: number;
  readonly bits: number;
  readonly same: boolean;
}

/** All that is measured on one corpus. */
export interface CorpusFigures {
  readonly corpus: Corpus;
  readonly testLength: number;
  readonly symbols: number;
  readonly ours: RegimeFigures;
  readonly ngram: NgramFigures;
  readonly peers: readonly PeerFigures[];
  readonly roundTrip: RoundTrip;
}

/** Measures the predictor and its peers on the same bytes. */
export function measureCorpus(corpus: Corpus, compressors: readonly Compressor[], quick: boolean): CorpusFigures {
  const split = splitText(corpus.bytes);
  const beforeTest = corpus.bytes.subarray(0, corpus.bytes.length - split.test.length);
  return {
    corpus,
    testLength: split.test.length,
    symbols: new Set(corpus.bytes).size,
    ours: measureRegimes(
      split,
      createTextPredictor(sizesFor(corpus.bytes.length, 1)),
      createTextPredictor(sizesFor(corpus.bytes.length, 4), 'wide'),
    ),
    ngram: measureNgram(split),
    peers: compressors.map((peer) => {
      const { size, cpuSeconds } = peer.run(corpus.bytes);
      return { name: peer.name, size, cpuSeconds, sizeBeforeTest: quick ? null : peer.run(beforeTest).size };
    }),
    roundTrip: checkRoundTrip(corpus.bytes.subarray(0, 100_000)),
  };
}

/** Codes the bytes, reads the code back, and compares its length with the code length the chances ask for. */
function checkRoundTrip(bytes: Uint8Array): RoundTrip {
  const sizes = sizesFor(bytes.length, 1);
  const code = encodeText(createTextPredictor(sizes), bytes);
  const back = decodeText(createTextPredictor(sizes), code);
  const same = back.length === bytes.length && back.every((byte, i) => byte === bytes[i]);
  return { bytes: bytes.length, codeBytes: code.length, bits: codeLength(createTextPredictor(sizes), bytes), same };
}
