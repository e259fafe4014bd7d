import type { Circuit, Edge } from '#logic/circuit/graph';
import type { PlanePredicate } from '#foundation/contracts/certificates';
import { Fault } from '#foundation/kernel';
import type { Netlist } from './netlist.ts';

/**
 * The value of a predicate on planes given as edges.
 *
 * @source Hoare 1969, assertions over the state of a program
 */
export function holdOne(netlist: Netlist, { planes, holds }: PlanePredicate<Circuit>, values: readonly Edge[]): Edge {
  requireOne(holds, 'a predicate');
  requirePlanes('a predicate', planes, values.length);
  return netlist.apply(
    holds,
    planes.map((plane) => values[plane]!),
    'a predicate',
  )[0]!;
}

/** Throws unless a circuit is a predicate. */
export function requireOne(circuit: Circuit, what: string): void {
  if (circuit.outputs.length === 1) return;
  throw new Fault('verify/bad-predicate', `${what} has ${circuit.outputs.length} outputs, not one`);
}

/** Throws unless all planes exist. */
export function requirePlanes(what: string, wanted: readonly number[], count: number): void {
  const wrong = wanted.find((plane) => !(Number.isInteger(plane) && plane >= 0 && plane < count));
  if (wrong === undefined) return;
  throw new Fault('verify/bad-program', `${what} names plane ${wrong}, but only 0 to ${count - 1} exist`);
}
