/** The operations of spec/benchmark-suite §2.1, in its order. */
export const aluOps = ['and', 'or', 'xor', 'not', 'shl', 'shr', 'rotl', 'rotr', 'popcount'] as const;

/** The name of an operation. */
export type AluOp = (typeof aluOps)[number];

/** Bits by which shifts and rotations move the whole W-bit word. */
export const aluShift = 13;

/** Operands in the ring, and operations per turn of the loop. */
export const ringSize = 64;
export const unrolledOps = 16;

/** Memory of one width: operands are W bits with a pad of 16 bytes before and after, results follow the operands. */
export interface AluLayout {
  readonly stride: number;
  readonly checksum: number;
  readonly operands: number;
  readonly results: number;
  readonly bytes: number;
}

/** Where things are for W lanes. */
export function aluLayoutOf(lanes: number): AluLayout {
  const stride = lanes / 8 + 32;
  const operands = 64;
  const results = operands + (ringSize + 1) * stride;
  return { stride, checksum: 0, operands, results, bytes: results + ringSize * stride };
}

/**
 * Fills the operands from a fixed seed. A pad holds what moves into the word: zeros for shifts, the other end of the word
 * for rotations, so that moving across vectors is an unaligned load.
 */
export function fillOperands(image: Uint32Array, lanes: number, op: AluOp): void {
  const { stride, operands } = aluLayoutOf(lanes);
  const words = lanes / 32;
  let word = 1;
  image.fill(0);
  for (let i = 0; i <= ringSize; i += 1) {
    const at = (operands + i * stride + 16) / 4;
    for (let w = 0; w < words; w += 1) {
      word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
      image[at + w] = word;
    }
    if (op !== 'rotl' && op !== 'rotr') continue;
    image.set(image.subarray(at + words - 2, at + words), at - 2);
    image.set(image.subarray(at, at + 2), at + words);
  }
}
