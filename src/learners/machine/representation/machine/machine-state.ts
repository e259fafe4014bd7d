import { type CircuitData, circuitFromData } from '#logic/circuit/formats';
import { Fault, type Hash, hashOf } from '#foundation/kernel';
import type { MachineConfig } from './config.ts';
import { badExpert, type Expert, type PlaneLiteral } from './expert.ts';
import type { StepGraph } from '../step/step-graph.ts';

/** The version of the format below; another one is refused. */
export const version = 2;

/** An expert as plain data, with its slot. */
export interface ExpertData {
  readonly slot: number;
  readonly id: string;
  readonly class: number;
  readonly shard: number;
  readonly code: readonly number[];
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly guard: readonly PlaneLiteral[];
  readonly pre: CircuitData | null;
  readonly post: CircuitData | null;
  readonly circuit: CircuitData | null;
  readonly counters: readonly number[] | null;
}

/** Everything the behaviour of a machine depends on, as JSON. */
export interface MachineState {
  readonly config: MachineConfig;
  readonly randomPath: string;
  readonly steps: number;
  /** All planes, as hexadecimal digits. */
  readonly planes: string;
  readonly experts: readonly ExpertData[];
  readonly graph: StepGraph;
  /** Learned weights by key, keys and ids in ascending order. */
  readonly weights: readonly { readonly key: readonly number[]; readonly of: readonly (readonly [string, number])[] }[];
}

/** A state with the hash that names it. */
export interface MachineSnapshot {
  readonly format: 'pawl-machine';
  readonly version: number;
  readonly hash: Hash;
  readonly state: MachineState;
}

/** The state in a snapshot; a fault when it is of another version or not what its hash says. */
export function openSnapshot(snapshot: MachineSnapshot): MachineState {
  if (snapshot.format !== 'pawl-machine' || snapshot.version !== version) {
    throw new Fault(
      'bem/other-version',
      `snapshot ${snapshot.format} version ${snapshot.version} is not version ${version}`,
      {
        details: { field: 'version', version: snapshot.version },
      },
    );
  }
  const { state } = snapshot;
  const found = hashOf({ version, state });
  if (found !== snapshot.hash) {
    throw new Fault('bem/bad-snapshot', `the snapshot says ${snapshot.hash} and hashes to ${found}`, {
      details: { field: 'hash' },
    });
  }
  return state;
}

/** The expert that was written as data. */
export function expertFromData(data: ExpertData): Expert {
  const { id, class: kind, shard, code, reads, writes, guard, pre, post, circuit, counters } = data;
  if ((circuit === null) === (counters === null)) throw badExpert(id, 'body', 'it is a circuit or a table, not both');
  return {
    id,
    class: kind,
    shard,
    code,
    reads,
    writes,
    guard,
    ...(pre === null ? {} : { pre: circuitFromData(pre) }),
    ...(post === null ? {} : { post: circuitFromData(post) }),
    body:
      circuit === null
        ? { kind: 'table', counters: Uint32Array.from(counters ?? []) }
        : { kind: 'circuit', circuit: circuitFromData(circuit) },
  };
}

/** The bytes that hexadecimal digits spell. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
