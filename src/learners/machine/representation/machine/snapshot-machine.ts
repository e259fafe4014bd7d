import { hashOf, toHex } from '#foundation/kernel';
import type { Machine } from './machine.ts';
import { circuitToData } from '#logic/circuit/formats';
import type { Seat } from './expert-set.ts';
import { type ExpertData, type MachineSnapshot, type MachineState, version } from './machine-state.ts';

/** The machine as data. Equal machines have equal snapshots, whatever is compiled or cached. */
export function snapshotMachine(machine: Machine): MachineSnapshot {
  const state: MachineState = {
    config: machine.config,
    randomPath: machine.randomPath,
    steps: machine.steps,
    planes: toHex(machine.planeBytes()),
    experts: machine.seats().map(expertToData),
    graph: machine.graph,
    weights: machine
      .learnedWeights()
      .map(({ key, weights }) => ({ key: [...key], of: [...weights].sort(([a], [b]) => (a < b ? -1 : 1)) }))
      .sort((a, b) => compareKeys(a.key, b.key)),
  };
  return { format: 'pawl-machine', version, hash: hashOf({ version, state }), state };
}

/** An expert as data, with what its table has learned. */
function expertToData({ slot, expert, counters }: Seat): ExpertData {
  const { id, class: kind, shard, code, reads, writes, guard = [], pre, post, body } = expert;
  return {
    slot,
    id,
    class: kind,
    shard,
    code: [...code],
    reads: [...reads],
    writes: [...writes],
    guard: guard.map(({ plane, value }) => ({ plane, value })),
    pre: pre === undefined ? null : circuitToData(pre),
    post: post === undefined ? null : circuitToData(post),
    circuit: body.kind === 'circuit' ? circuitToData(body.circuit) : null,
    counters: counters === undefined ? null : [...counters],
  };
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let w = a.length - 1; w >= 0; w -= 1) if (a[w] !== b[w]) return a[w]! - b[w]!;
  return 0;
}
