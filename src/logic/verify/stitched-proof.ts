/**
 * One proof made of many: each piece refutes some assumptions over a few clauses of the formula, numbered and named in its
 * own way, and is rewritten in the formula's variables and ids.
 *
 * Records are those of the solver: [id, literal count, literals…, hint count, hints…]; deletions are left out, because a later piece
 * may need what an earlier one forgot.
 *
 * @source Cruz-Filipe et al. 2017, LRAT: a derived clause may name any clause before it
 */
export class StitchedProof {
  private words = new Int32Array(1 << 14);
  private size = 0;
  private nextId: number;

  /** Derived clauses are numbered from `firstId`, one past the formula's last clause. */
  constructor(firstId: number) {
    this.nextId = firstId;
  }

  /**
   * Appends a piece. `inputIds[k]` is the id of the piece's clause k + 1, `variables[v]` the formula's name of its variable v.
   * Returns the id of the clause the piece derived last.
   */
  append(piece: Int32Array, inputIds: readonly number[], variables: readonly number[]): number {
    this.reserve(piece.length);
    const base = this.nextId - inputIds.length - 1;
    const idOf = (local: number): number => (local <= inputIds.length ? inputIds[local - 1]! : local + base);
    const { words } = this;
    let last = 0;
    for (let at = 0; at < piece.length;) {
      const id = piece[at]!;
      const literals = piece[at + 1]!;
      const hints = piece[at + 2 + literals]!;
      const end = at + 3 + literals + hints;
      if (id > 0) {
        last = idOf(id);
        let to = this.size;
        words[to++] = last;
        words[to++] = literals;
        for (let i = at + 2; i < at + 2 + literals; i += 1) {
          words[to++] = piece[i]! > 0 ? variables[piece[i]!]! : -variables[-piece[i]!]!;
        }
        words[to++] = hints;
        for (let i = end - hints; i < end; i += 1) words[to++] = idOf(piece[i]!);
        this.size = to;
        this.nextId = last + 1;
      }
      at = end;
    }
    return last;
  }

  /** Appends the empty clause, which follows from these clauses by unit propagation in this order. */
  close(hints: readonly number[]): void {
    this.reserve(3 + hints.length);
    this.words.set([this.nextId, 0, hints.length, ...hints], this.size);
    this.size += 3 + hints.length;
  }

  records(): Int32Array {
    return this.words.subarray(0, this.size);
  }

  private reserve(words: number): void {
    if (this.size + words <= this.words.length) return;
    const grown = new Int32Array(2 * (this.size + words));
    grown.set(this.words.subarray(0, this.size));
    this.words = grown;
  }
}
