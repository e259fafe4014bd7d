import { type CircuitBuilder, type Edge, TRUE } from '#logic/circuit/graph';

/** Only the first line that holds; the very first where none does. */
export function firstOf(builder: CircuitBuilder, lines: readonly Edge[]): Edge[] {
  let none: Edge = TRUE;
  const first = lines.map((edge) => {
    const is = builder.and(edge, none);
    none = builder.and(none, builder.not(edge));
    return is;
  });
  return first.map((edge, i) => (i === 0 ? builder.or(edge, none) : edge));
}
