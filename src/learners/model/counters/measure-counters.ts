import { codeLength } from './code-length.ts';
import { cutEvenly, readAndFreeze } from './read-and-freeze.ts';
import { sizesFor } from './sizes-for.ts';
import { createTextPredictor } from './text-predictor.ts';

/** Bits per byte of a text by counters. */
export interface CounterFigures {
  /** The counters go on learning while they read the text. */
  readonly adaptive: number;
  /** The counters learn from the text before alone; null where there is none. */
  readonly frozen: number | null;
}

/** Parts that a text is cut into to be read and frozen: as many as a benchmark cuts, 5 % of its text each. */
const PARTS = 19;

/** Measures a text with counters that read another text before it, if there is one. */
export function measureCounters(text: Uint8Array, before: Uint8Array | undefined): CounterFigures {
  const adaptive = createTextPredictor(sizesFor(text.length + (before?.length ?? 0), 1));
  if (before !== undefined) codeLength(adaptive, before);
  return { adaptive: codeLength(adaptive, text) / text.length, frozen: before === undefined ? null : frozenRate() };

  function frozenRate(): number {
    const frozen = createTextPredictor(sizesFor(before!.length, 4), 'wide');
    readAndFreeze(frozen, cutEvenly(before!, PARTS));
    return codeLength(frozen, text) / text.length;
  }
}
