import { gateCount } from '#logic/circuit/graph';
import { type Hash, hashOf } from '#foundation/kernel';
import type { CompileMode } from '../../representation/machine/code-store.ts';
import { createConfig } from '../../representation/machine/config.ts';
import { createMachine, type Machine } from '../../representation/machine/machine.ts';
import { planeOf, type Region } from '../../representation/machine/plane-map.ts';
import { snapshotMachine } from '../../representation/machine/snapshot-machine.ts';
import type { ProgramPlan } from './program-plan.ts';

/**
 * A machine that runs a program, one sequence per lane. A step asks ROUTE with an empty key, so all lanes share it, and
 * picks every expert of the program, in the order of their ids.
 */
export class InstalledProgram {
  readonly machine: Machine;
  readonly plan: ProgramPlan;
  private readonly zeros: Int32Array;
  private readonly all: Int32Array;

  constructor(plan: ProgramPlan, lanes: number, compile: CompileMode = 'now') {
    const { inputs, state, shared, outputs, parts } = plan;
    const knobs = {
      inputs: Math.max(1, inputs),
      state,
      shared,
      outputs: Math.max(1, outputs),
      lanes,
      experts: parts.length,
      gates: Math.max(1, ...parts.map(({ circuit }) => gateCount(circuit))),
      candidates: Math.max(4, parts.length),
      picks: Math.max(1, parts.length),
      compileAfter: 0,
      memoryMiB: 1024,
    };
    this.plan = plan;
    this.machine = createMachine(createConfig(knobs, []), { compile });
    const plane = ({ region, at }: { readonly region: Region; readonly at: number }): number =>
      planeOf(this.machine.planes, region, at);
    for (const { id, reads, writes, circuit } of parts) {
      this.machine.addExpert({
        id,
        class: 0,
        shard: 0,
        code: new Array<number>(this.machine.config.knobs.codeBits / 32).fill(0),
        reads: reads.map(plane),
        writes: writes.map(plane),
        body: { kind: 'circuit', circuit },
      });
    }
    this.zeros = new Int32Array(lanes / 32);
    this.all = new Int32Array(lanes / 32).fill(-1);
    this.begin();
  }

  get lanes(): number {
    return this.machine.config.knobs.lanes;
  }

  /** Gates that run in one step. */
  get gates(): number {
    return this.plan.parts.reduce((sum, { circuit }) => sum + gateCount(circuit), 0);
  }

  /** Every lane begins a new sequence. */
  begin(): void {
    const { machine, plan } = this;
    const { state, shared, output } = machine.planes.regions;
    for (const { first, size } of [state, shared, output]) {
      for (let i = 0; i < size; i += 1) machine.writePlane(first + i, this.zeros);
    }
    for (const one of plan.ones) machine.writePlane(state.first + one, this.all);
  }

  /** One token for each lane: a plane for each input bit. Lanes outside the mask wait. */
  step(inputs: readonly Int32Array[], lanes?: Int32Array): void {
    for (const [i, plane] of inputs.entries()) this.machine.writePlane(i, plane);
    this.machine.step(lanes === undefined ? {} : { lanes });
  }

  /** The answer of each lane after the last step, as planes. */
  answers(): Int32Array[] {
    const { first, size } = this.machine.planes.regions.output;
    return Array.from({ length: size }, (_, i) => this.machine.readPlane(first + i));
  }

  /** What the machine is, without what its planes hold: unchanged by evaluation. */
  behaviour(): Hash {
    const { planes: _planes, steps: _steps, ...rest } = snapshotMachine(this.machine).state;
    return hashOf(rest);
  }
}
