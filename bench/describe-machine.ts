import { gateCount } from '#logic/circuit/graph';
import {
  type Machine,
  type MachineKnob,
  machineKnobs,
  planeName,
  snapshotMachine,
} from '#learners/machine/representation/machine';

/** What must be printed with every result of a machine. */
export interface MachineDescription {
  /** Lanes per vector instruction: WebAssembly vectors have 128 bits. */
  readonly simdBits: 128;
  readonly knobs: readonly {
    readonly name: string;
    readonly symbol: string;
    readonly group: string;
    readonly value: number;
  }[];
  readonly keyPlanes: readonly string[];
  readonly experts: {
    readonly circuits: number;
    readonly tables: number;
    readonly gates: number;
    readonly compiled: number;
  };
  readonly steps: number;
  readonly snapshot: string;
}

/**
 * A machine's configuration and contents as data.
 *
 * @source spec/benchmark-suite §1.3 and §6.1: what implementations MUST report
 */
export function describeMachine(machine: Machine): MachineDescription {
  const table: Readonly<Record<string, MachineKnob>> = machineKnobs;
  const seats = machine.seats();
  const bodies = seats.map(({ expert }) => expert.body);
  return {
    simdBits: 128,
    knobs: Object.entries(machine.config.knobs).map(([name, value]) => {
      const { symbol, group } = table[name]!;
      return { name, symbol, group, value };
    }),
    keyPlanes: machine.config.keyPlanes.map((plane) => planeName(machine.planes, plane) ?? String(plane)),
    experts: {
      circuits: bodies.filter((body) => body.kind === 'circuit').length,
      tables: bodies.filter((body) => body.kind === 'table').length,
      gates: bodies.reduce((sum, body) => sum + (body.kind === 'circuit' ? gateCount(body.circuit) : 0), 0),
      compiled: seats.filter(({ expert }) => machine.isCompiled(expert.id)).length,
    },
    steps: machine.steps,
    snapshot: snapshotMachine(machine).hash,
  };
}
