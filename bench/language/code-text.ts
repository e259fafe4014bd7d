import type { Predictor } from '#learners/model/counters';
import { BitDecoder, BitEncoder } from './arithmetic-coder.ts';

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
