import { createRng } from '#foundation/kernel';
import type { SuiteOptions } from '../suite.ts';
import { readBible } from './bible-text.ts';
import { readFortunes } from './fortunes-text.ts';
import { createFiniteStateSource } from './finite-state-source.ts';

/** A text to be predicted. */
export interface Corpus {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What of it is used, where that is not all. */
  readonly part: string;
  /** Bits per symbol of the source, and of this very text for a reader who knows the source. */
  readonly entropyRate?: number;
  readonly idealRate?: number;
}

/** A corpus that is not there, and what would bring it. */
export interface AbsentCorpus {
  readonly name: string;
  readonly why: string;
}

/** Bytes at most in a quick run. */
const quickBytes = 1_000_000;

const states = 24;

/** The corpora of a run: the seeded source, the Bible, a second text that nothing was tuned on, and a file of the user's own. */
export function findCorpora(options: SuiteOptions): readonly (Corpus | AbsentCorpus)[] {
  const texts = { 'King James Bible': readBible(options.environment), fortunes: readFortunes() };
  const found: (Corpus | AbsentCorpus)[] = [
    synthetic(options),
    ...Object.entries(texts).map(([name, text]) =>
      'why' in text ? { name, why: text.why } : whole(name, text, options.quick),
    ),
  ];
  if (options.corpus !== undefined) found.push(whole(options.corpus.name, options.corpus.bytes, options.quick));
  return found;
}

function whole(name: string, bytes: Uint8Array, quick: boolean): Corpus | AbsentCorpus {
  if (bytes.length === 0) return { name, why: 'it is empty' };
  if (!quick || bytes.length <= quickBytes) return { name, bytes, part: 'all' };
  return { name, bytes: bytes.subarray(0, quickBytes), part: `the first ${quickBytes} bytes` };
}

function synthetic({ seed, quick }: SuiteOptions): Corpus {
  const rng = createRng(`bench/lm/${seed}`);
  const source = createFiniteStateSource(states, rng.fork('source'));
  const { bytes, idealBits } = source.draw(quick ? 200_000 : 500_000, rng.fork('text'));
  const rates = { entropyRate: source.entropyRate, idealRate: idealBits / bytes.length };
  return { name: `finite-state source of ${states} states`, bytes, part: 'all', ...rates };
}
