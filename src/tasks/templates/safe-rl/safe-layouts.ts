import type { Layout } from '../../faces/bit-layout.ts';

/** The same layout for a list that its owner may change. */
export function mutable(list: Layout<readonly number[]>): Layout<number[]> {
  return {
    ...list,
    read(bits, at) {
      const items = list.read(bits, at);
      return items === undefined ? undefined : [...items];
    },
  };
}

/** A finite number in the 64 bits of its double, the sign last. */
export const float64: Layout<number> = {
  width: 64,
  shape: { kind: 'real' },
  write(value, bits, at) {
    const bytes = new Uint8Array(new Float64Array([value]).buffer);
    for (let i = 0; i < 64; i += 1) bits[at + i] = (bytes[i >> 3]! >> (i & 7)) & 1;
  },
  read(bits, at) {
    const bytes = new Uint8Array(8);
    for (let i = 0; i < 64; i += 1) bytes[i >> 3]! |= bits[at + i]! << (i & 7);
    const [value] = new Float64Array(bytes.buffer);
    return Number.isFinite(value) ? value : undefined;
  },
};
