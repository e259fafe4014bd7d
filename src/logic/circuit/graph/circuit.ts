import { Fault } from '#foundation/kernel';
import type { Edge } from './edge.ts';

/** What a node computes; the values of `Circuit.kinds`. */
export const NodeKind = { constant: 0, input: 1, and: 2, xor: 3 } as const;

/** Names of inputs or outputs by position; a gap has no name. */
export type Names = readonly (string | undefined)[];

/**
 * An XOR-AND graph, immutable by contract: 2-input AND and XOR gates over complemented edges.
 *
 * Node 0 is the constant false, nodes 1 … inputCount are the inputs, the rest are gates. A gate's fanins come from
 * lower nodes, so index order is a topological order. `left[n] < right[n]` for gates, both even for XOR
 * (complements are pulled out), and no two gates are alike.
 */
export interface Circuit {
  readonly inputCount: number;
  /** Constant, inputs and gates together. */
  readonly nodeCount: number;
  readonly kinds: Uint8Array;
  /** Fanins of gates; 0 for the constant and the inputs. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly outputs: readonly Edge[];
  readonly inputNames: Names;
  readonly outputNames: Names;
}

/** How many gates a circuit has, dead ones included. */
export function gateCount(circuit: Circuit): number {
  return circuit.nodeCount - 1 - circuit.inputCount;
}

/** Number of the first gate node; gates are `firstGate(c) … c.nodeCount − 1`. */
export function firstGate(circuit: Circuit): number {
  return circuit.inputCount + 1;
}

/** Throws unless two lists that must pair up have one length. */
export function requireSameWidth(what: string, a: number, b: number): void {
  if (a !== b) {
    throw new Fault('circuit/width-mismatch', `cannot ${what} ${a} and ${b} bits`, { details: { a, b } });
  }
}

/** Throws unless what one circuit has is what another expects. */
export function requireSameInterface(what: string, expected: number, found: number): void {
  if (expected !== found) {
    throw new Fault('circuit/interface-mismatch', `expected ${expected} ${what}, found ${found}`, {
      details: { expected, found },
    });
  }
}
