/**
 * Finds a clause by its set of literals, for deletions that name literals only.
 *
 * @source drat-trim matches deletions the same way, Wetzler, Heule & Hunt 2014; the sorted text as key is ours
 */
export class ClauseIndex {
  private readonly buckets = new Map<string, number[]>();

  add(literals: Int32Array, clause: number): void {
    const key = keyOf(literals);
    const bucket = this.buckets.get(key);
    if (bucket === undefined) this.buckets.set(key, [clause]);
    else bucket.push(clause);
  }

  has(literals: Int32Array): boolean {
    return this.buckets.has(keyOf(literals));
  }

  /** The last clause with these literals that passes the test. */
  find(literals: Int32Array, test: (clause: number) => boolean): number | undefined {
    return this.buckets.get(keyOf(literals))?.findLast(test);
  }

  remove(literals: Int32Array, clause: number): void {
    const key = keyOf(literals);
    const rest = this.buckets.get(key)?.filter((each) => each !== clause) ?? [];
    if (rest.length === 0) this.buckets.delete(key);
    else this.buckets.set(key, rest);
  }
}

function keyOf(literals: Int32Array): string {
  return [...new Set(literals)].sort((a, b) => a - b).join(' ');
}
