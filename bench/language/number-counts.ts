/** Counts by whole numbers below 2⁵³: open addressing in two typed arrays, which double when they are two thirds full. */
export class NumberCounts {
  private keys = new Float64Array(1024).fill(-1);
  private counts = new Uint32Array(1024);
  private size = 0;

  get(key: number): number {
    return this.counts[this.find(key)]!;
  }

  /** Adds one and gives the new count. */
  add(key: number): number {
    let at = this.find(key);
    if (this.keys[at] === -1) {
      if (3 * this.size > 2 * this.keys.length) {
        this.grow();
        at = this.find(key);
      }
      this.keys[at] = key;
      this.size += 1;
    }
    this.counts[at]! += 1;
    return this.counts[at]!;
  }

  *entries(): Generator<readonly [number, number]> {
    for (let i = 0; i < this.keys.length; i += 1) {
      if (this.keys[i] !== -1) yield [this.keys[i]!, this.counts[i]!];
    }
  }

  private find(key: number): number {
    const mask = this.keys.length - 1;
    const high = Math.floor(key / 2 ** 32);
    let at = Math.imul((key >>> 0) ^ Math.imul(high, 0x27d4eb2f), 0x9e3779b1) >>> 7;
    at &= mask;
    while (this.keys[at] !== key && this.keys[at] !== -1) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { keys, counts } = this;
    this.keys = new Float64Array(2 * keys.length).fill(-1);
    this.counts = new Uint32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i += 1) {
      if (keys[i] === -1) continue;
      const at = this.find(keys[i]!);
      this.keys[at] = keys[i]!;
      this.counts[at] = counts[i]!;
    }
  }
}
