/**
 * A word of bits and no arithmetic of its own: one cell, replicated along the word, carries a bit from the lowest place to
 * the highest. The control sees the class, the top bit and whether the word is zero, before the step; the answer sees the
 * last two after it. The word begins as zero.
 *
 *     (u, k₀) = control[class, top, zero]      (sᵢ′, kᵢ₊₁) = cell[sᵢ, kᵢ, u]      answer = answers[top′, zero′]
 */
export interface WordCell {
  readonly kind: 'word-cell';
  readonly classes: number;
  readonly width: number;
  /** Rows sᵢ + 2·kᵢ + 4·u: the bit after, and the carry out. */
  readonly cellBit: readonly number[];
  readonly cellCarry: readonly number[];
  /** Rows top + 2·zero + 4·class: u, and the first carry. */
  readonly controlMode: readonly number[];
  readonly controlCarry: readonly number[];
  /** Rows top + 2·zero. */
  readonly answers: readonly number[];
}

/** The same tables on a word of another width. */
export function widened(program: WordCell, width: number): WordCell {
  return { ...program, width };
}

/** The word after a token. Its bits live in one number, so up to 30 are possible. */
export function stepWordCell(program: WordCell, word: number, token: number): number {
  const { width, cellBit, cellCarry, controlMode, controlCarry } = program;
  const row = (word >>> (width - 1)) + (word === 0 ? 2 : 0) + 4 * token;
  const mode = 4 * controlMode[row]!;
  let carry = controlCarry[row]!;
  let after = 0;
  for (let i = 0; i < width; i += 1) {
    const at = ((word >>> i) & 1) + 2 * carry + mode;
    after |= cellBit[at]! << i;
    carry = cellCarry[at]!;
  }
  return after;
}

/** The answers of a word machine to a sequence. */
export function runWordCell(program: WordCell, classes: ArrayLike<number>): Int16Array {
  const { width, answers } = program;
  const given = new Int16Array(classes.length);
  let word = 0;
  for (let t = 0; t < classes.length; t += 1) {
    word = stepWordCell(program, word, classes[t]!);
    given[t] = answers[(word >>> (width - 1)) + (word === 0 ? 2 : 0)]!;
  }
  return given;
}
