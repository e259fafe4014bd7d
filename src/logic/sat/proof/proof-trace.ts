/**
 * What the solver derived and forgot, in order, as words: a derivation is [id, literal count, literals…, hint count,
 * hints…], a deletion is [−id, literal count, literals…, 0]. Literals are DIMACS.
 *
 * @source Cruz-Filipe et al. 2017, Efficient certified RAT verification (LRAT): ids and hints
 */
export class ProofTrace {
  words = new Int32Array(1 << 12);
  length = 0;

  /** All records so far; the view dies with the next record. */
  records(): Int32Array {
    return this.words.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** Makes room for one record of at most `count` words, to be written to `words` from `length` on, then closed. */
  open(count: number): void {
    if (this.length + count <= this.words.length) return;
    const grown = new Int32Array(2 * (this.length + count));
    grown.set(this.words.subarray(0, this.length));
    this.words = grown;
  }

  close(end: number): void {
    this.length = end;
  }
}
