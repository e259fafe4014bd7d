import { type Circuit, firstGate, gateCount } from '#logic/circuit/graph';
import { Fault } from '#foundation/kernel';
import type { MachineConfig } from './config.ts';
import { type PlaneMap, planeMapOf, planeName } from './plane-map.ts';

/** A plane and the value it must have. */
export interface PlaneLiteral {
  readonly plane: number;
  readonly value: boolean;
}

/** What an expert computes: a circuit from its reads to its writes, or a counter per read value and write. */
export type ExpertBody =
  | { readonly kind: 'circuit'; readonly circuit: Circuit }
  | { readonly kind: 'table'; readonly counters: Uint32Array };

/** One expert of a machine. */
export interface Expert {
  readonly id: string;
  readonly class: number;
  readonly shard: number;
  /** Gray-coded identifier: 32-bit words, least significant first. */
  readonly code: readonly number[];
  /** Planes it sees and planes it changes, in the order of the body's inputs and outputs (R_spec, W_spec). */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** It may be picked in lanes where all of these hold. */
  readonly guard?: readonly PlaneLiteral[];
  /** Hoare contract: a predicate over the reads, and one over the reads before and the writes after. */
  readonly pre?: Circuit;
  readonly post?: Circuit;
  readonly body: ExpertBody;
}

/** The name of a field of an expert, as faults give it. */
export type ExpertField = keyof Expert;

/** A fault about one field of one expert. */
export function badExpert(id: string, field: ExpertField, message: string): Fault {
  return new Fault('bem/bad-expert', `expert ${id}, ${field}: ${message}`, { details: { expert: id, field } });
}

/** Throws unless the expert fits the machine; the fault names the expert and the field. */
export function requireExpert(expert: Expert, config: MachineConfig): void {
  const { id, code, body } = expert;
  const map = planeMapOf(config.knobs);
  if (id === '') throw badExpert(id, 'id', 'it has no name');
  for (const field of ['class', 'shard'] as const) {
    if (!(Number.isInteger(expert[field]) && expert[field] >= 0 && expert[field] < 65536)) {
      throw badExpert(id, field, `${expert[field]} is not a whole number from 0 to 65535`);
    }
  }
  if (code.length * 32 !== config.knobs.codeBits || !code.every(isWord)) {
    throw badExpert(id, 'code', `${code.length} words are not the ${config.knobs.codeBits} bits of a code`);
  }
  requirePlanes(expert, map);
  if (body.kind === 'circuit') requireCircuit(expert, body.circuit, config);
  else requireTable(expert, body.counters, config);
  requirePredicate(expert, 'pre', expert.reads.length);
  requirePredicate(expert, 'post', expert.reads.length + expert.writes.length);
}

function isWord(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 4294967296;
}

function requirePlanes({ id, reads, writes, guard = [] }: Expert, map: PlaneMap): void {
  for (const plane of reads) requirePlane(id, 'reads', plane, map);
  for (const { plane } of guard) requirePlane(id, 'guard', plane, map);
  for (const plane of writes) {
    requirePlane(id, 'writes', plane, map);
    if (plane < map.regions.state.first) throw badExpert(id, 'writes', `${planeName(map, plane)} is an input`);
  }
  if (new Set(writes).size !== writes.length) {
    throw badExpert(
      id,
      'writes',
      `a plane is written twice: ${writes.map((plane) => planeName(map, plane)).join(', ')}`,
    );
  }
}

function requirePlane(id: string, field: ExpertField, plane: number, map: PlaneMap): void {
  if (planeName(map, plane) === undefined) {
    throw badExpert(id, field, `plane ${plane} does not exist; there are ${map.count}`);
  }
}

function requireCircuit({ id, reads, writes }: Expert, circuit: Circuit, config: MachineConfig): void {
  if (circuit.inputCount !== reads.length || circuit.outputs.length !== writes.length) {
    const has = `${circuit.inputCount} inputs and ${circuit.outputs.length} outputs`;
    throw badExpert(id, 'body', `${has} for ${reads.length} reads and ${writes.length} writes`);
  }
  if (gateCount(circuit) > config.knobs.gates) {
    throw badExpert(id, 'body', `${gateCount(circuit)} gates are more than ${config.knobs.gates}`);
  }
  requireWiring(id, 'body', circuit);
}

/** Gates read earlier nodes only, and outputs are edges of nodes. */
function requireWiring(id: string, field: ExpertField, circuit: Circuit): void {
  for (let node = firstGate(circuit); node < circuit.nodeCount; node += 1) {
    const fanin = Math.max(circuit.left[node]! >>> 1, circuit.right[node]! >>> 1);
    if (!(fanin < node)) throw badExpert(id, field, `a cycle: gate ${node} reads node ${fanin}, which is not earlier`);
  }
  for (const edge of circuit.outputs) {
    if (!(Number.isInteger(edge) && edge >= 0 && edge >>> 1 < circuit.nodeCount)) {
      throw badExpert(id, field, `output edge ${edge} is not of its ${circuit.nodeCount} nodes`);
    }
  }
}

function requireTable({ id, reads, writes }: Expert, counters: Uint32Array, config: MachineConfig): void {
  if (reads.length > config.knobs.tableBits) {
    throw badExpert(id, 'reads', `a table of ${reads.length} planes is larger than ${config.knobs.tableBits} allows`);
  }
  const size = 2 ** reads.length * writes.length;
  if (counters.length !== size) throw badExpert(id, 'body', `${counters.length} counters where ${size} belong`);
}

function requirePredicate(expert: Expert, field: 'pre' | 'post', inputs: number): void {
  const predicate = expert[field];
  if (predicate === undefined) return;
  if (predicate.inputCount !== inputs || predicate.outputs.length !== 1) {
    const has = `${predicate.inputCount} inputs and ${predicate.outputs.length} outputs`;
    throw badExpert(expert.id, field, `${has} where ${inputs} inputs and one output belong`);
  }
  requireWiring(expert.id, field, predicate);
}
