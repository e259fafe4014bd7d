import type { Predictor } from './predictor.ts';

/** The cost in bits of a byte whose bits had these chances to be one, highest bit first. */
function byteCost(byte: number, chances: Int32Array): number {
  let share = 1;
  for (let k = 0; k < 8; k += 1) share *= ((byte >>> (7 - k)) & 1) === 1 ? chances[k]! : 65536 - chances[k]!;
  return 128 - Math.log2(share);
}

/** The code length of the bytes in bits, as the predictor goes along. */
export function codeLength(predictor: Predictor, bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) bits += byteCost(byte, predictor.code(byte));
  return bits;
}
