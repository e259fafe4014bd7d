import type { Progress } from '#foundation/contracts/ports';
import type { Writer } from './play-lm.ts';
import { textWindows } from './teach-text.ts';

/** Windows between two words of progress. */
const AT_ONCE = 16;

/** The bits per byte that a model needs for a text: −Σ log₂ P(token) over its bytes in UTF-8. */
export function measureText({ model, tokenizer }: Writer, text: string, progress?: Progress): number {
  const windows = textWindows(text, tokenizer, model.shape.context);
  let nats = 0;
  for (let i = 0; i < windows.length; i += AT_ONCE) {
    for (const logProbs of model.logProbs(windows.slice(i, i + AT_ONCE))) for (const logP of logProbs) nats -= logP;
    progress?.(Math.min(i + AT_ONCE, windows.length), windows.length, 'windows of text');
  }
  return nats / Math.LN2 / new TextEncoder().encode(text).length;
}
