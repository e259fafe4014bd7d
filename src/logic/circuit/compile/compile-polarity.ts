import { type Circuit, firstGate, NodeKind } from '../graph/circuit.ts';

/** One vector instruction per gate; `andNot` is a ∧ ¬b. */
export const GateOp = { and: 0, or: 1, xor: 2, andNot: 3 } as const;

/** What each gate becomes when no instruction may invert: operation, operands (nodes), and whether it holds the complement. */
export interface PolarGates {
  readonly op: Uint8Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** 1 where the stored value is the complement of the node. */
  readonly flip: Uint8Array;
}

/**
 * Moves every inversion to the outputs, so that a gate costs one instruction:
 *
 *     a ∧ b → and      a ∧ ¬b → andNot      ¬a ∧ ¬b → or, stored complemented      a ⊕ b → xor, complement carried along
 *
 * where the complement of an operand counts its edge and how the operand is stored.
 */
export function polarGatesOf(circuit: Circuit): PolarGates {
  const { kinds, left, right, nodeCount } = circuit;
  const op = new Uint8Array(nodeCount);
  const a = new Int32Array(nodeCount);
  const b = new Int32Array(nodeCount);
  const flip = new Uint8Array(nodeCount);
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    const x = left[node]!;
    const y = right[node]!;
    const flipX = (x & 1) ^ flip[x >>> 1]!;
    const flipY = (y & 1) ^ flip[y >>> 1]!;
    a[node] = x >>> 1;
    b[node] = y >>> 1;
    if (kinds[node] === NodeKind.xor) {
      op[node] = GateOp.xor;
      flip[node] = flipX ^ flipY;
    } else if (flipX === flipY) {
      op[node] = flipX === 0 ? GateOp.and : GateOp.or;
      flip[node] = flipX;
    } else {
      op[node] = GateOp.andNot;
      if (flipX === 1) {
        a[node] = y >>> 1;
        b[node] = x >>> 1;
      }
    }
  }
  return { op, a, b, flip };
}
