import type { Predictor } from '#learners/machine/predict';
import { BitDecoder, BitEncoder } from './arithmetic-coder.ts';

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

/** Codes the bytes: four bytes of length, then the arithmetic code. */
export function encodeText(predictor: Predictor, bytes: Uint8Array): Uint8Array {
  const encoder = new BitEncoder();
  for (const byte of bytes) {
    const chances = predictor.code(byte);
    for (let k = 0; k < 8; k += 1) encoder.encode((byte >>> (7 - k)) & 1, chances[k]!);
  }
  const code = encoder.finish();
  const out = new Uint8Array(4 + code.length);
  new DataView(out.buffer).setUint32(0, bytes.length);
  out.set(code, 4);
  return out;
}

/** The bytes that `encodeText` coded with a predictor in the same state. */
export function decodeText(predictor: Predictor, code: Uint8Array): Uint8Array {
  const length = new DataView(code.buffer, code.byteOffset).getUint32(0);
  const decoder = new BitDecoder(code.subarray(4));
  return Uint8Array.from({ length }, () => predictor.decode((chance) => decoder.decode(chance)));
}
