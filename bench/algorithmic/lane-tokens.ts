/** Tokens of many sequences as planes: `planes[t][b]` is bit b of token t of every lane. Lanes past the end stay zero. */
export function tokenPlanes(
  sequences: readonly { readonly tokens: ArrayLike<number> }[],
  length: number,
  shape: { readonly bits: number; readonly lanes: number },
): Int32Array[][] {
  const words = shape.lanes / 32;
  const planes = Array.from({ length }, () => Array.from({ length: shape.bits }, () => new Int32Array(words)));
  for (const [lane, { tokens }] of sequences.entries()) {
    const [word, bit] = [lane >>> 5, 1 << (lane & 31)];
    for (let t = 0; t < length; t += 1) {
      const at = planes[t]!;
      for (let token = tokens[t] ?? 0, b = 0; token !== 0; token >>>= 1, b += 1) {
        if ((token & 1) === 1) at[b]![word]! |= bit;
      }
    }
  }
  return planes;
}
