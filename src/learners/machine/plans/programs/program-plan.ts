import type { Circuit } from '#logic/circuit/graph';

/** A named bit of a machine: a region and a place in it. */
export interface Bit {
  readonly region: 'input' | 'state' | 'shared' | 'output';
  readonly at: number;
}

/** An expert before it has a machine: circuit, reads and writes by named bits. They run in the order they are listed. */
export interface ProgramPart {
  readonly id: string;
  readonly reads: readonly Bit[];
  readonly writes: readonly Bit[];
  readonly circuit: Circuit;
  /** The macro that the circuit is an instance of; a table is none. */
  readonly macro?: string;
}

/** A program as parts over the planes of a machine. */
export interface ProgramPlan {
  readonly inputs: number;
  readonly state: number;
  readonly shared: number;
  readonly outputs: number;
  /** State bits that are 1 when a sequence begins. */
  readonly ones: readonly number[];
  readonly parts: readonly ProgramPart[];
  /** Words in the state that count as signed numbers, lowest bit first. */
  readonly counts: readonly (readonly number[])[];
  readonly stack?: StackPlan;
}

/** Where a stack keeps its books in the state; its words are in SHARED. */
export interface StackPlan {
  readonly words: number;
  /** Bits of a word. */
  readonly width: number;
  /** How many words it holds, lowest bit first. */
  readonly level: readonly number[];
  /** Whether it is empty, and whether it was ever too full in this sequence. */
  readonly empty: number;
  readonly overflowed: number;
}

/** Bits of a row of planes. */
export function bitsAt(region: Bit['region'], first: number, count: number): Bit[] {
  return Array.from({ length: count }, (_, i) => ({ region, at: first + i }));
}
