/** The parts one after the other as bytes, then the numbers as 32-bit words. */
export function packParts(parts: readonly (Uint8Array | Int32Array)[], numbers: readonly number[]): Uint8Array {
  const all = [...parts, Int32Array.from(numbers)];
  const packed = new Uint8Array(all.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of all) {
    packed.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return packed;
}

/** Fills the parts from packed bytes and gives the numbers. */
export function unpackParts(packed: Uint8Array, parts: readonly (Uint8Array | Int32Array)[]): number[] {
  let at = 0;
  for (const part of parts) {
    new Uint8Array(part.buffer, part.byteOffset, part.byteLength).set(packed.subarray(at, at + part.byteLength));
    at += part.byteLength;
  }
  return [...new Int32Array(packed.slice(at).buffer)];
}
