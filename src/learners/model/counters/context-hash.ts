/**
 * Writes the hash words of one context after the other, two per context, from up to three words of history each. The first
 * finds the bucket, the second makes its checksum; they are mixed apart, so that contexts that share a bucket rarely share
 * the checksum too.
 */
export class ContextWriter {
  private readonly hashes: Int32Array;
  private count = 0;

  constructor(hashes: Int32Array) {
    this.hashes = hashes;
  }

  /** Goes back to the first context. */
  restart(): void {
    this.count = 0;
  }

  put(a: number, b = 0, c = 0): void {
    const salt = this.count + 1;
    let first = Math.imul(a + Math.imul(salt, 0x3c6ef372), 0x2545f491);
    first = Math.imul(first ^ (first >>> 15) ^ b, 0x5bd1e995);
    first = Math.imul(first ^ (first >>> 13) ^ c, 0x1b873593);
    let second = Math.imul(c ^ Math.imul(salt, 0x632be5ab), 0x7feb352d);
    second = Math.imul(second ^ (second >>> 14) ^ b, 0x2c1b3c6d);
    second = Math.imul(second ^ (second >>> 15) ^ a, 0x27d4eb2f);
    this.hashes[2 * this.count] = first ^ (first >>> 16);
    this.hashes[2 * this.count + 1] = second ^ (second >>> 15);
    this.count += 1;
  }
}
