/**
 * A signal of a circuit: 2·node + complement. Node 0 is the constant false, so edge 0 is false and edge 1 is true.
 *
 * @source the literals of AIGER: Biere, Heljanko & Wieringa 2011, FMV technical report 11/2
 */
export type Edge = number;

/** The constant false. */
export const FALSE: Edge = 0;

/** The constant true. */
export const TRUE: Edge = 1;

/** The node an edge comes from. */
export function nodeOf(edge: Edge): number {
  return edge >>> 1;
}

/** The edge of a node, complemented on request. */
export function edgeOf(node: number, complemented = false): Edge {
  return 2 * node + (complemented ? 1 : 0);
}
