import { gateCount } from '#logic/circuit/graph';
import { type Hash, hashOf, invariant } from '#foundation/kernel';
import { createConfig } from '../representation/machine/config.ts';
import { createMachine, type Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { planeOf } from '../representation/machine/plane-map.ts';
import type { GraphNode } from '../representation/step/step-graph.ts';
import { laneBits, planesOfLanes } from './lane-bits.ts';
import type { Actor } from './practice.ts';
import type { ThinkPlan } from './think-plan.ts';

/** A plan as a machine that plays: one episode per lane, the parts as experts, their order as the step graph. */
export class InstalledThinker implements Actor {
  readonly machine: Machine;
  readonly plan: ThinkPlan;
  readonly lanes: number;
  private readonly zeros: Int32Array;
  private readonly all: Int32Array;
  private readonly scratch: readonly number[];

  constructor(plan: ThinkPlan, lanes: number) {
    const { inputs, state, outputs, parts } = plan;
    this.plan = plan;
    this.lanes = lanes;
    const knobs = {
      inputs: Math.max(1, inputs),
      state,
      shared: 0,
      outputs: Math.max(1, outputs),
      lanes,
      experts: Math.max(1, parts.length),
      gates: Math.max(1, ...parts.map(({ circuit }) => gateCount(circuit))),
      graphNodes: parts.length + 1,
      compileAfter: 0,
      memoryMiB: 1024,
    };
    this.machine = createMachine(createConfig(knobs, []), { compile: 'now' });
    for (const { id, reads, writes, circuit, guard = [] } of parts) {
      this.machine.addExpert({
        id,
        class: 0,
        shard: 0,
        code: new Array<number>(this.machine.config.knobs.codeBits / 32).fill(0),
        reads: reads.map(({ region, at }) => planeOf(this.machine.planes, region, at)),
        writes: writes.map(({ region, at }) => planeOf(this.machine.planes, region, at)),
        ...(guard.length > 0 && {
          guard: guard.map(({ bit: { region, at }, value }) => ({
            plane: planeOf(this.machine.planes, region, at),
            value,
          })),
        }),
        body: { kind: 'circuit', circuit },
      });
    }
    const nodes = parts.map(({ id }, i): GraphNode => ({ kind: 'expert', expert: id, next: i + 1 }));
    this.machine.setGraph({ nodes: [...nodes, { kind: 'end' }] });
    this.zeros = new Int32Array(lanes / 32);
    this.all = new Int32Array(lanes / 32).fill(-1);
    const kept = new Set(plan.kept);
    this.scratch = Array.from({ length: state }, (_, i) => i).filter((i) => !kept.has(i));
    this.begin();
  }

  /** Gates that run for one observation. */
  get gatesPerAction(): number {
    return this.plan.thinkSteps * this.plan.parts.reduce((sum, { circuit }) => sum + gateCount(circuit), 0);
  }

  begin(): void {
    const { first, size } = this.machine.planes.regions.state;
    for (let i = 0; i < size; i += 1) this.machine.writePlane(first + i, this.zeros);
  }

  act(observations: readonly (Uint8Array | undefined)[]): (Uint8Array | undefined)[] {
    const { machine, plan } = this;
    invariant(observations.length <= this.lanes, 'there is a lane for each episode');
    this.present(observations);
    for (let t = 0; t < plan.thinkSteps; t += 1) machine.step();
    const { first } = machine.planes.regions.output;
    const planes = machine.readPlanes(first, plan.outputs);
    return observations.map((observation, lane) =>
      observation === undefined ? undefined : laneBits(planes, lane, plan.outputs, this.lanes / 32),
    );
  }

  /** What the machine is, without what its planes hold. */
  behaviour(): Hash {
    const { planes: _planes, steps: _steps, ...rest } = snapshotMachine(this.machine).state;
    return hashOf(rest);
  }

  /** Writes the observations into INPUT and clears what is not kept. */
  private present(observations: readonly (Uint8Array | undefined)[]): void {
    const { machine, plan } = this;
    const { input, state, output } = machine.planes.regions;
    machine.writePlanes(input.first, planesOfLanes(observations, plan.inputs, this.lanes / 32));
    for (const at of this.scratch) machine.writePlane(state.first + at, this.zeros);
    for (const at of plan.ones) machine.writePlane(state.first + at, this.all);
    machine.writePlanes(output.first, new Int32Array((output.size * this.lanes) / 32));
  }
}
