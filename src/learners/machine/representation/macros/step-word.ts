import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import type { Word } from '#logic/circuit/words';

/**
 * x + 1 where `up`, x − 1 where `down`, modulo 2ʷ, in three gates a bit. They must not hold together.
 *
 *     c₀ = up ∨ down      xᵢ′ = xᵢ ⊕ cᵢ      cᵢ₊₁ = cᵢ ∧ (xᵢ ⊕ down)
 */
export function stepWord(builder: CircuitBuilder, x: Word, up: Edge, down: Edge): Edge[] {
  let carry = builder.or(up, down);
  return x.map((bit) => {
    const stepped = builder.xor(bit, carry);
    carry = builder.and(carry, builder.xor(bit, down));
    return stepped;
  });
}
