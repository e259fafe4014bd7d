import { Fault } from '#foundation/kernel';

/**
 * The Gray code of a number in 32-bit words, least significant first: neighbours n and n + 1 differ in one bit.
 *
 *     g = b ⊕ (b >> 1)
 *
 * @source Gray 1953, US patent 2632058 (binary-reflected code)
 */
export function grayEncode(binary: Uint32Array, into: Uint32Array = new Uint32Array(binary.length)): Uint32Array {
  for (let i = 0; i < binary.length; i += 1) {
    const above = i + 1 < binary.length ? binary[i + 1]! : 0;
    into[i] = binary[i]! ^ ((binary[i]! >>> 1) | (above << 31));
  }
  return into;
}

/** The number of a Gray code: bit i is the parity of the code's bits from i up. */
export function grayDecode(gray: Uint32Array): Uint32Array {
  const binary = new Uint32Array(gray.length);
  let above = 0;
  for (let i = gray.length - 1; i >= 0; i -= 1) {
    let word = gray[i]!;
    for (let shift = 1; shift < 32; shift *= 2) word ^= word >>> shift;
    binary[i] = word ^ -above;
    above = binary[i]! & 1;
  }
  return binary;
}

/** The Gray code of a number, as a code of so many bits. */
export function grayCodeOf(value: number | bigint, bits: number): Uint32Array {
  const number = BigInt(value);
  if (number < 0n || number >> BigInt(bits) !== 0n) {
    throw new Fault('bem/route-code', `${number} does not fit ${bits} bits`);
  }
  const words = Uint32Array.from({ length: Math.ceil(bits / 32) }, (_, i) =>
    Number(BigInt.asUintN(32, number >> BigInt(32 * i))),
  );
  return grayEncode(words);
}
