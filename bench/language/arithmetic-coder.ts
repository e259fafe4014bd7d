/**
 * An arithmetic coder for bits. Both ends keep an interval [low, high] of 32-bit numbers and cut it at the chance of a one,
 * in 65536ths; leading bytes on which low and high agree are sent. The code of a text is at most a few bytes longer than
 * the sum of −log₂ of its chances.
 *
 * @source Mahoney 2002, the carry-free binary coder of PAQ; Witten, Neal, Cleary 1987
 */
export class BitEncoder {
  private low = 0;
  private high = 0xffffffff;
  private bytes = new Uint8Array(1024);
  private length = 0;

  /** Codes a bit whose chance to be one is `chance` / 65536, 0 < chance < 65536. */
  encode(bit: number, chance: number): void {
    const cut = cutAt(this.low, this.high, chance);
    if (bit === 1) this.high = cut;
    else this.low = cut + 1;
    while (((this.low ^ this.high) & 0xff000000) === 0) {
      this.put(this.high >>> 24);
      this.low = (this.low << 8) >>> 0;
      this.high = ((this.high << 8) | 255) >>> 0;
    }
  }

  /** The code so far, closed with the fewest bytes that, with zeros after them, lie in the interval. */
  finish(): Uint8Array {
    let kept = 32;
    let end = this.low;
    for (let bits = 24; bits >= 0; bits -= 8) {
      const unit = 2 ** (32 - bits);
      const above = Math.ceil(this.low / unit) * unit;
      if (above > this.high) break;
      kept = bits;
      end = above;
    }
    for (let shift = 24; shift >= 32 - kept; shift -= 8) this.put((end >>> shift) & 255);
    return this.bytes.slice(0, this.length);
  }

  private put(byte: number): void {
    if (this.length === this.bytes.length) {
      const grown = new Uint8Array(2 * this.length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }
}

/** Reads what a `BitEncoder` wrote, given the same chances. */
export class BitDecoder {
  private low = 0;
  private high = 0xffffffff;
  private code = 0;
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    for (let i = 0; i < 4; i += 1) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  decode(chance: number): 0 | 1 {
    const cut = cutAt(this.low, this.high, chance);
    const bit = this.code <= cut ? 1 : 0;
    if (bit === 1) this.high = cut;
    else this.low = cut + 1;
    while (((this.low ^ this.high) & 0xff000000) === 0) {
      this.low = (this.low << 8) >>> 0;
      this.high = ((this.high << 8) | 255) >>> 0;
      this.code = ((this.code << 8) | this.next()) >>> 0;
    }
    return bit;
  }

  /** The next byte of the code; past its end any byte will do, as the interval is told by then. */
  private next(): number {
    const byte = this.bytes[this.at] ?? 0;
    this.at += 1;
    return byte;
  }
}

/** The last number of the part of [low, high] that stands for a one. Both parts keep at least one number. */
function cutAt(low: number, high: number, chance: number): number {
  return low + Math.floor(((high - low) / 65536) * chance);
}
