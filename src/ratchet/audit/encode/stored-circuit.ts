import type { Blobs } from '#foundation/contracts/ports';
import { parseBytes } from '../parse-stored.ts';
import { BadStatement, type Formula, type Signal } from './formula.ts';

/** A circuit as the store has it: pairs of fanins, 2 · node + complement; the smaller first is an AND, the larger first a XOR. */
export interface StoredCircuit {
  readonly inputs: number;
  readonly gates: readonly number[];
  readonly outputs: readonly number[];
}

/** Reads a circuit and refuses any that is not one: a gate before its fanins, a number that is none. */
export function readCircuit(hash: string, blobs: Blobs): StoredCircuit {
  const bytes = blobs.getBlob(hash);
  if (bytes === undefined) throw new BadStatement(`circuit ${hash} is not in the store`);
  const parsed = parseBytes(bytes);
  if ('why' in parsed) throw new BadStatement(`circuit ${hash} cannot be read: ${parsed.why}`);
  const { value: data } = parsed;
  if (!isCircuit(data)) throw new BadStatement(`${hash} is not a circuit`);
  return data;
}

function isCircuit(data: unknown): data is StoredCircuit {
  if (typeof data !== 'object' || data === null || !('inputs' in data && 'gates' in data && 'outputs' in data))
    return false;
  const { inputs, gates, outputs } = data;
  if (!(typeof inputs === 'number' && Number.isInteger(inputs) && inputs >= 0 && inputs <= 2 ** 24)) return false;
  if (!Array.isArray(gates) || gates.length % 2 !== 0 || !Array.isArray(outputs)) return false;
  const isEdge = (edge: unknown, nodes: number): boolean =>
    typeof edge === 'number' && Number.isInteger(edge) && edge >= 0 && edge < 2 * nodes;
  for (let i = 0; i < gates.length; i += 1) {
    if (!isEdge(gates[i], 1 + inputs + (i >> 1))) return false;
    if (i % 2 === 1 && gates[i] === gates[i - 1]) return false;
  }
  return outputs.every((edge) => isEdge(edge, 1 + inputs + gates.length / 2));
}

/** The circuit's outputs over given signals, gate by gate. */
export function wire(formula: Formula, circuit: StoredCircuit, given: readonly Signal[]): Signal[] {
  if (given.length !== circuit.inputs) {
    throw new BadStatement(`a circuit of ${circuit.inputs} inputs is given ${given.length}`);
  }
  const signals: Signal[] = [formula.false, ...given];
  const at = (edge: number): Signal => (edge % 2 === 0 ? signals[edge / 2]! : -signals[(edge - 1) / 2]!);
  for (let i = 0; i < circuit.gates.length; i += 2) {
    const [a, b] = [circuit.gates[i]!, circuit.gates[i + 1]!];
    signals.push(a < b ? formula.both(at(a), at(b)) : formula.unequal(at(b), at(a)));
  }
  return circuit.outputs.map(at);
}

/** The circuit's outputs on bits. */
export function evaluateCircuit(circuit: StoredCircuit, given: readonly boolean[]): boolean[] {
  const values: boolean[] = [false, ...given];
  const at = (edge: number): boolean => values[edge >> 1]! !== (edge % 2 === 1);
  for (let i = 0; i < circuit.gates.length; i += 2) {
    const [a, b] = [circuit.gates[i]!, circuit.gates[i + 1]!];
    values.push(a < b ? at(a) && at(b) : at(a) !== at(b));
  }
  return circuit.outputs.map(at);
}
