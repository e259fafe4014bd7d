/** What a reader of text keeps in mind of the symbols so far. All fields are 32-bit words. */
export interface TextState {
  /** The last four bytes and the four before them, latest in the lowest bits. */
  last4: number;
  last8: number;
  /** Hashes of the letters of the word at hand and of the three words before it. */
  word: number;
  word1: number;
  word2: number;
  word3: number;
  /** Letters of the word at hand, and the bytes between it and the word before. */
  letters: number;
  gap: number;
  /** Words of the line that have ended. */
  words: number;
  /** 256 + the byte the shorter match expects, or 0; the class of its length; what came last after the last two bytes. */
  expected: number;
  length: number;
  after2: number;
}

/** Before the first symbol. */
export function emptyTextState(): TextState {
  const words = { word: 0, word1: 0, word2: 0, word3: 0, letters: 0, gap: 0, words: 0 };
  return { last4: 0, last8: 0, ...words, expected: 0, length: 0, after2: 0 };
}

/** Takes a byte in. Letters of either case, apostrophes and bytes above ASCII make up words. */
export function readByte(text: TextState, byte: number): void {
  text.last8 = (text.last8 << 8) | (text.last4 >>> 24);
  text.last4 = (text.last4 << 8) | byte;
  const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  if ((lower >= 97 && lower <= 122) || lower >= 128 || lower === 39) {
    text.word = Math.imul(text.word + lower + 1, 0x2f0b4c47) ^ (text.word >>> 17);
    text.letters += 1;
    return;
  }
  if (text.letters > 0) {
    text.word3 = text.word2;
    text.word2 = text.word1;
    text.word1 = text.word;
    text.word = 0;
    text.letters = 0;
    text.words += 1;
    text.gap = 0;
  }
  if (byte === 10) text.words = 0;
  text.gap = (text.gap << 8) | byte;
}
