import { Fault } from '#foundation/kernel';
import type { ModelShape } from './shape.ts';

/** Tokens of which those from `from` on are targets: what is learnt or scored. The ones before are given. */
export interface Sequence {
  readonly tokens: readonly number[];
  /** At least 1: the first token has nothing before it to be predicted from. */
  readonly from: number;
}

/** Several sequences laid one after the other, without padding. */
export interface Ragged {
  readonly rows: number;
  /** First row of each sequence, and its number of rows. */
  readonly spans: readonly { readonly first: number; readonly length: number }[];
  /** Rows whose next token is a target, in order. */
  readonly targets: readonly { readonly sequence: number; readonly row: number; readonly token: number }[];
}

/** Lays sequences out; the last token of each is only a target, so it has no row. */
export function layOut(sequences: readonly Sequence[]): Ragged {
  const spans: { first: number; length: number }[] = [];
  const targets: { sequence: number; row: number; token: number }[] = [];
  let rows = 0;
  for (const [s, { tokens, from }] of sequences.entries()) {
    spans.push({ first: rows, length: tokens.length - 1 });
    for (let i = from; i < tokens.length; i += 1) targets.push({ sequence: s, row: rows + i - 1, token: tokens[i]! });
    rows += tokens.length - 1;
  }
  return { rows, spans, targets };
}

/** Refuses sequences that do not fit the shape. */
export function checkSequences(sequences: readonly Sequence[], shape: ModelShape): void {
  if (sequences.length === 0) throw new Fault('lm/bad-sequence', 'there are no sequences');
  for (const [i, { tokens, from }] of sequences.entries()) {
    if (tokens.length < 2 || tokens.length > shape.context + 1) {
      const message = `sequence ${i} has ${tokens.length} tokens; this model takes 2 to ${shape.context + 1}`;
      throw new Fault('lm/bad-sequence', message);
    }
    if (!(Number.isInteger(from) && from >= 1 && from < tokens.length)) {
      throw new Fault('lm/bad-sequence', `sequence ${i} has no target: from ${from} of ${tokens.length} tokens`);
    }
    checkTokens(tokens, shape, `sequence ${i}`);
  }
}

/** Refuses tokens outside the vocabulary. */
export function checkTokens(tokens: readonly number[], shape: ModelShape, what: string): void {
  const bad = tokens.find((token) => !(Number.isInteger(token) && token >= 0 && token < shape.vocab));
  if (bad !== undefined) throw new Fault('lm/bad-sequence', `${what} has the token ${bad}; there are ${shape.vocab}`);
}
