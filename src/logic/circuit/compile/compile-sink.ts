/** Bytes written one after the other into a buffer that grows. */
export class ByteSink {
  private buffer = new Uint8Array(16384);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.buffer.length) this.grow(1);
    this.buffer[this.length] = value;
    this.length += 1;
  }

  bytes(values: ArrayLike<number>): void {
    if (this.length + values.length > this.buffer.length) this.grow(values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  /** Four bytes. */
  four(a: number, b: number, c: number, d: number): void {
    const { length } = this;
    if (length + 4 > this.buffer.length) this.grow(4);
    const { buffer } = this;
    buffer[length] = a;
    buffer[length + 1] = b;
    buffer[length + 2] = c;
    buffer[length + 3] = d;
    this.length = length + 4;
  }

  /** A whole number in groups of seven bits, low bits first. @source DWARF 3, §7.6: LEB128 */
  unsigned(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** A whole number ≥ 0 where a signed one is expected: the last group leaves the sign bit clear. */
  positive(value: number): void {
    let rest = value;
    while (rest > 63) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Writes something with its size before it, as five bytes that are filled in afterwards. */
  sized(write: () => void): void {
    const at = this.length;
    this.bytes([0, 0, 0, 0, 0]);
    write();
    let rest = this.length - at - 5;
    for (let i = 0; i < 5; i += 1) {
      this.buffer[at + i] = (rest & 127) | (i < 4 ? 128 : 0);
      rest >>>= 7;
    }
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length);
  }

  private grow(by: number): void {
    const larger = new Uint8Array(2 * this.buffer.length + by);
    larger.set(this.buffer);
    this.buffer = larger;
  }
}
