/** Text to tokens and back. Tokens from `vocab − specials` on are special and stand for no text. */
export interface Tokenizer {
  /** Number of tokens, a multiple of 4. */
  readonly vocab: number;
  /** Begins every sequence. */
  readonly begin: number;
  /** Ends an answer. */
  readonly end: number;
  /** Text that it cannot write is a Fault. */
  encode(text: string): number[];
  /** Special tokens are left out; bytes that are no text become U+FFFD. */
  decode(tokens: readonly number[]): string;
  /** What it is made from again by `tokenizerFrom`, as plain data. */
  readonly data: TokenizerData;
}

/** How a tokenizer is stored: its alphabet of characters, or the merges of a byte-pair encoding. */
export type TokenizerData =
  | { readonly kind: 'characters'; readonly alphabet: string }
  | { readonly kind: 'bytes'; readonly merges: readonly (readonly [number, number])[] };

/** The smallest multiple of four that is not below n. */
export function fillUp(n: number): number {
  return 4 * Math.ceil(n / 4);
}
