import { gateCount } from '#logic/circuit/graph';
import { machineKnobs, type MachineKnob } from './knobs.ts';
import { snapshotMachine } from './snapshot-machine.ts';
import type { Machine } from './machine.ts';
import { planeName } from './plane-map.ts';

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

/** The description as lines for people: one per group of knobs, then the contents. */
export function machineReport(description: MachineDescription): string[] {
  const { knobs, experts, keyPlanes } = description;
  const groups = [...new Set(knobs.map(({ group }) => group))];
  const lines = groups.map((group) => {
    const values = knobs.filter((knob) => knob.group === group).map(({ symbol, value }) => `${symbol} = ${value}`);
    return `${group}: ${values.join(', ')}`;
  });
  lines.push(
    `key: ${keyPlanes.length} planes (${keyPlanes.slice(0, 4).join(', ')}${keyPlanes.length > 4 ? ', …' : ''})`,
  );
  lines.push(
    `experts: ${experts.circuits} circuits of ${experts.gates} gates, ${experts.tables} tables, ${experts.compiled} compiled; W_hw = ${description.simdBits}`,
  );
  lines.push(`steps: ${description.steps}, snapshot ${description.snapshot}`);
  return lines;
}
