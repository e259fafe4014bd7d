import { Fault } from '#foundation/kernel';
import { createBuilder } from './builder.ts';
import type { Circuit } from './circuit.ts';
import { type Edge, FALSE, TRUE } from './edge.ts';
import { graft } from '../structure/graft.ts';

/** One bit of state. `reset` is its first value; `undefined` may be either. */
export interface Latch {
  readonly reset: boolean | undefined;
}

/** How many outputs state a property, as in AIGER 1.9. `justice` lists the size of each justice property. */
export interface Properties {
  readonly bad: number;
  readonly constraints: number;
  readonly justice: readonly number[];
  readonly fairness: number;
}

/**
 * A circuit with memory. The inputs of `circuit` are the inputs, then the state of each latch; its outputs are the
 * outputs, bad, constraint, justice and fairness signals, then the next state of each latch. So whatever keeps the
 * interface of `circuit` keeps the machine.
 */
export interface SequentialCircuit {
  readonly circuit: Circuit;
  readonly latches: readonly Latch[];
  readonly properties: Properties;
}

export const noProperties: Properties = { bad: 0, constraints: 0, justice: [], fairness: 0 };

/** A circuit without memory, as a machine of no latches. */
export function combinational(circuit: Circuit): SequentialCircuit {
  return { circuit, latches: [], properties: noProperties };
}

/** How many signals state a property. */
export function propertyCount({ bad, constraints, justice, fairness }: Properties): number {
  return bad + constraints + fairness + justice.reduce((sum, size) => sum + size, 0);
}

/**
 * The first `frames` steps as one circuit. Inputs: latches without reset value, then the inputs of frame 0, 1, …;
 * outputs: all outputs and properties of frame 0, 1, …, then the state after the last frame.
 */
export function unroll({ circuit, latches }: SequentialCircuit, frames: number): Circuit {
  const plain = circuit.inputCount - latches.length;
  const signals = circuit.outputs.length - latches.length;
  if (plain < 0 || signals < 0) {
    throw new Fault('circuit/interface-mismatch', `${latches.length} latches do not fit the circuit`);
  }
  const builder = createBuilder();
  let state: Edge[] = latches.map(({ reset }, i) => {
    if (reset === undefined) return builder.input(circuit.inputNames[plain + i]);
    return reset ? TRUE : FALSE;
  });
  const inputs = Array.from({ length: frames }, (_, frame) =>
    Array.from({ length: plain }, (_unused, i) => builder.input(at(circuit.inputNames[i], frame))),
  );
  let outputs: Edge[] = [];
  let names: (string | undefined)[] = [];
  for (const [frame, frameInputs] of inputs.entries()) {
    const results = graft(builder, circuit, [...frameInputs, ...state]);
    outputs = outputs.concat(results.slice(0, signals));
    names = names.concat(circuit.outputNames.slice(0, signals).map((name) => at(name, frame)));
    state = results.slice(signals);
  }
  return builder.build([...outputs, ...state], names);
}

function at(name: string | undefined, frame: number): string | undefined {
  return name === undefined ? undefined : `${name}@${frame}`;
}
