/**
 * What the solver derived and forgot, in order, as words: a derivation is [id, literal count, literals…, hint count,
 * hints…], a deletion is [−id, literal count, literals…, 0]. Literals are DIMACS.
 *
 * @source Cruz-Filipe et al. 2017, Efficient certified RAT verification (LRAT): ids and hints
 */
export class ProofTrace {
  private words = new Int32Array(1 << 12);
  private size = 0;

  /** All records so far; the view dies with the next record. */
  records(): Int32Array {
    return this.words.subarray(0, this.size);
  }

  /** Words used so far. */
  get length(): number {
    return this.size;
  }

  clear(): void {
    this.size = 0;
  }

  /** Room for one record of at most `words` words; the writer fills it and calls `close` with where it ended. */
  open(words: number): { readonly into: Int32Array; readonly at: number } {
    if (this.size + words > this.words.length) {
      const grown = new Int32Array(2 * (this.size + words));
      grown.set(this.words.subarray(0, this.size));
      this.words = grown;
    }
    return { into: this.words, at: this.size };
  }

  close(end: number): void {
    this.size = end;
  }
}
