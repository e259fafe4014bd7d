import type { WordPort } from '#foundation/contracts/words';

/** The word at a place, as its distance from the lowest value. */
export function readWord(bits: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = width - 1; i >= 0; i -= 1) value = value * 2 + bits[at + i]!;
  return value;
}

/** Writes a word at a place. */
export function writeWord(bits: Uint8Array, at: number, width: number, value: number): void {
  let left = value;
  for (let i = 0; i < width; i += 1) {
    bits[at + i] = left % 2;
    left = Math.floor(left / 2);
  }
}

/** Where each word of a port lies, the outermost list slowest. */
export function placesOf({ offset, repeats }: Pick<WordPort, 'offset' | 'repeats'>): number[] {
  return repeats.reduce<number[]>(
    (places, { count, stride }) => places.flatMap((from) => Array.from({ length: count }, (_, i) => from + i * stride)),
    [offset],
  );
}

/** All words of a port; those past the end of a list are there as they lie. */
export function readPort(bits: Uint8Array, port: WordPort): number[] {
  return placesOf(port).map((at) => readWord(bits, at, port.width));
}

/** A word of a port without a list. */
export function readScalar(bits: Uint8Array, { offset, width }: WordPort): number {
  return readWord(bits, offset, width);
}

/** The double in 64 bits. */
export function readReal(bits: Uint8Array, at: number): number {
  const bytes = new Uint8Array(8);
  for (let i = 0; i < 64; i += 1) bytes[i >> 3]! |= bits[at + i]! << (i & 7);
  return new Float64Array(bytes.buffer)[0]!;
}

/** How many items a list has, where its port is repeated once. */
export function lengthOf(bits: Uint8Array, port: WordPort, ports: readonly WordPort[]): number {
  const [repeat] = port.repeats;
  if (repeat === undefined) return 1;
  if (repeat.length !== undefined) return Math.min(repeat.count, readScalar(bits, ports[repeat.length]!));
  if (repeat.mark === undefined) return repeat.count;
  const past = readPort(bits, ports[repeat.mark]!).indexOf(1);
  return past < 0 ? repeat.count : past;
}

/** Whether the tags say that a scalar port is there. */
export function isThere(bits: Uint8Array, port: WordPort, ports: readonly WordPort[]): boolean {
  return port.cases.every(({ tag, value }) => readScalar(bits, ports[tag]!) === value);
}
