import { gateCount } from '#circuit';
import { Fault, type Hash, hashOf, invariant } from '#kernel';
import { createConfig } from '../machine/config.ts';
import { createMachine, type Machine } from '../machine/machine.ts';
import { snapshotMachine } from '../machine/machine-state.ts';
import { planeOf } from '../machine/plane-map.ts';
import type { GraphNode, StepGraph } from '../step/step-graph.ts';
import type { Actor } from '../synthesis/classes/practice.ts';
import { classes, type Fragment, layout, selectorId, selectorOf, sizesOfPlan, workersOf } from './fragment.ts';
import { KEY_BITS, type SlotKey } from './slot-key.ts';

/** The fixed sizes of a main machine: I, N, O, W; K is 0, and S is 1: a lane is given to one fragment. */
export interface MainSizes {
  readonly inputs: number;
  readonly state: number;
  readonly outputs: number;
  readonly lanes: number;
  readonly gates: number;
}

export const mainSizes: MainSizes = { inputs: 2048, state: 8192, outputs: 256, lanes: 128, gates: 65536 };

/** A pick of the routing policy: which fragment a slot was given to. */
export interface SlotPick {
  readonly lane: number;
  readonly fragment: string;
}

/**
 * B_main: one machine in which every skill is a fragment of the step graph. In the first step of an episode ROUTE picks, by tag and
 * signature of the face, an expert that gives the lane to a fragment; from then on the graph leads the lane there. One lane serves one
 * slot of a task, so slots that are live at once never share state.
 */
export class MainMachine {
  readonly machine: Machine;
  readonly sizes: MainSizes;
  private readonly placed: Fragment[] = [];

  constructor(sizes: MainSizes = mainSizes, randomPath = 'main') {
    this.sizes = sizes;
    const { inputs, state, outputs, lanes, gates } = sizes;
    const knobs = {
      inputs,
      state,
      shared: 0,
      outputs,
      lanes,
      gates,
      experts: 16384,
      graphNodes: 32768,
      candidates: 256,
      picks: 1,
      compileAfter: 0,
      memoryMiB: 2048,
      // A proof about one fragment may be as large as the fragment.
      satVariables: 1_000_000,
      satClauses: 4_000_000,
    };
    const keyPlanes = Array.from({ length: KEY_BITS }, (_, i) => i);
    this.machine = createMachine(createConfig(knobs, keyPlanes), { compile: 'now', randomPath });
    this.machine.setGraph(this.graph());
  }

  get fragments(): readonly Fragment[] {
    return this.placed;
  }

  /** Why a fragment does not fit, or undefined. */
  misfit({ id, plan }: Fragment): string | undefined {
    const needs = sizesOfPlan(plan);
    for (const name of ['inputs', 'state', 'outputs', 'gates'] as const) {
      if (needs[name] > this.sizes[name]) return `${id} needs ${needs[name]} ${name}, there are ${this.sizes[name]}`;
    }
    return undefined;
  }

  /** Puts fragments in, all at once. */
  installAll(fragments: readonly Fragment[]): void {
    const { machine } = this;
    for (const fragment of fragments) {
      const misfit = this.misfit(fragment);
      if (misfit !== undefined) throw new Fault('bem/bad-expert', misfit, { details: { fragment: fragment.id } });
      const number = this.placed.push(fragment) - 1;
      invariant(number < 2 ** layout.numberBits, 'the number of a fragment fits its word');
      machine.addExpert(selectorOf(fragment, number, machine.planes));
      for (const worker of workersOf(fragment, machine.planes)) machine.addExpert(worker);
    }
    machine.setGraph(this.graph());
  }

  /** Prefers a fragment for a key, as distillation teaches it. */
  prefer(key: SlotKey, fragment: string, weight: number): void {
    this.machine.setWeight(key.code, selectorId(fragment), weight);
  }

  /** Ids of the experts that choose, in the order of the fragments. */
  selectors(): string[] {
    return this.placed.map(({ id }) => selectorId(id));
  }

  /** Gates that run for one observation of a fragment, choosing included. */
  gatesPerAction(id: string): number {
    const fragment = this.placed.find((one) => one.id === id);
    invariant(fragment !== undefined, 'the fragment is there');
    return fragment.plan.thinkSteps * fragment.plan.parts.reduce((sum, { circuit }) => sum + gateCount(circuit), 0);
  }

  /** Plays slots with one key, one per lane, all begun at once. `picked` hears which fragment each lane went to. */
  actor(key: SlotKey, policy: 'best' | 'sampled' = 'best', picked?: (picks: readonly SlotPick[]) => void): Actor {
    const { lanes } = this.sizes;
    let isFirst = true;
    return {
      lanes,
      begin: () => {
        this.clear();
        isFirst = true;
      },
      act: (observations) => {
        const actions = this.think(key, observations, policy);
        if (isFirst) picked?.(this.picks(observations));
        isFirst = false;
        return actions;
      },
    };
  }

  /** What the machine is, without what its planes hold. */
  behaviour(): Hash {
    const { planes: _planes, steps: _steps, ...rest } = snapshotMachine(this.machine).state;
    return hashOf(rest);
  }

  private picks(observations: readonly (Uint8Array | undefined)[]): SlotPick[] {
    const numbers = this.numbers();
    return observations.flatMap((observation, lane) => {
      const fragment = this.placed[numbers[lane]!];
      return observation === undefined || fragment === undefined ? [] : [{ lane, fragment: fragment.id }];
    });
  }

  private think(
    key: SlotKey,
    observations: readonly (Uint8Array | undefined)[],
    policy: 'best' | 'sampled',
  ): (Uint8Array | undefined)[] {
    const { machine } = this;
    const words = this.sizes.lanes / 32;
    const live = new Int32Array(words);
    for (const [lane, observation] of observations.entries()) {
      if (observation !== undefined) live[lane >>> 5]! |= 1 << (lane & 31);
    }
    this.present(key, observations, live);
    machine.step({ policy, lanes: live, class: classes.selector });
    const fresh = planeOf(machine.planes, 'input', layout.fresh);
    machine.writePlane(fresh, new Int32Array(words));
    const numbers = this.numbers();
    const left = Int32Array.from(numbers, (number, lane) =>
      observations[lane] === undefined ? 0 : (this.placed[number]?.plan.thinkSteps ?? 1) - 1,
    );
    for (let t = 0; left.some((steps) => steps > t); t += 1) {
      const mask = new Int32Array(words);
      for (const [lane, steps] of left.entries()) if (steps > t) mask[lane >>> 5]! |= 1 << (lane & 31);
      machine.step({ policy, lanes: mask, class: classes.selector });
    }
    return this.read(observations, numbers);
  }

  private read(observations: readonly (Uint8Array | undefined)[], numbers: Int32Array): (Uint8Array | undefined)[] {
    const widest = Math.max(0, ...this.placed.map(({ plan }) => plan.outputs));
    const planes = Array.from({ length: widest }, (_, i) =>
      this.machine.readPlane(planeOf(this.machine.planes, 'output', i)),
    );
    return observations.map((observation, lane) => {
      const fragment = this.placed[numbers[lane]!];
      if (observation === undefined || fragment === undefined) return undefined;
      return Uint8Array.from(
        { length: fragment.plan.outputs },
        (_, i) => (planes[i]![lane >>> 5]! >>> (lane & 31)) & 1,
      );
    });
  }

  private numbers(): Int32Array {
    const { machine, sizes } = this;
    const planes = Array.from({ length: layout.numberBits }, (_, i) =>
      machine.readPlane(planeOf(machine.planes, 'state', layout.number + i)),
    );
    const chosen = machine.readPlane(planeOf(machine.planes, 'state', layout.chosen));
    return Int32Array.from({ length: sizes.lanes }, (_, lane) => {
      const bit = (plane: Int32Array): number => (plane[lane >>> 5]! >>> (lane & 31)) & 1;
      return bit(chosen) === 0 ? -1 : planes.reduce((number, plane, i) => number | (bit(plane) << i), 0);
    });
  }

  private present(key: SlotKey, observations: readonly (Uint8Array | undefined)[], live: Int32Array): void {
    const { machine } = this;
    const words = this.sizes.lanes / 32;
    const input = (at: number, plane: Int32Array): void =>
      machine.writePlane(planeOf(machine.planes, 'input', at), plane);
    const all = live.slice();
    const none = new Int32Array(words);
    for (const [i, bit] of key.bits.entries()) input(i, bit ? all : none);
    input(layout.fresh, all);
    const width = observations.reduce((most, each) => Math.max(most, each?.length ?? 0), 0);
    for (let bit = 0; bit < width; bit += 1) {
      const plane = new Int32Array(words);
      for (const [lane, observation] of observations.entries()) {
        if (observation?.[bit] === 1) plane[lane >>> 5]! |= 1 << (lane & 31);
      }
      input(layout.observation + bit, plane);
    }
  }

  private clear(): void {
    const { machine } = this;
    const zeros = new Int32Array(this.sizes.lanes / 32);
    const widest = Math.max(0, ...this.placed.map(({ plan }) => plan.state));
    for (let i = 0; i < layout.words + widest; i += 1) machine.writePlane(planeOf(machine.planes, 'state', i), zeros);
  }

  /** Chosen already? else ROUTE; then a tree over the bits of the number leads to the chain of a fragment. */
  private graph(): StepGraph {
    const { planes } = this.machine;
    const nodes: GraphNode[] = [];
    const state = (at: number): number => planeOf(planes, 'state', at);
    if (this.placed.length === 0) return { nodes: [{ kind: 'end' }] };
    nodes.push({ kind: 'branch', plane: state(layout.chosen), whenTrue: 2, whenFalse: 1 });
    nodes.push({ kind: 'route', class: classes.selector, next: 2 });
    const ends: number[] = [];
    const tree = (bit: number, from: number): void => {
      const size = 2 ** bit;
      if (bit === 0 || from + size / 2 >= this.placed.length) {
        if (bit > 0) {
          tree(bit - 1, from);
          return;
        }
        this.chain(this.placed[from]!, nodes, ends);
        return;
      }
      const at = nodes.length;
      nodes.push({ kind: 'end' });
      tree(bit - 1, from);
      const whenTrue = nodes.length;
      tree(bit - 1, from + size / 2);
      nodes[at] = { kind: 'branch', plane: state(layout.number + bit - 1), whenTrue, whenFalse: at + 1 };
    };
    tree(Math.ceil(Math.log2(Math.max(1, this.placed.length))), 0);
    const end = nodes.length;
    nodes.push({ kind: 'end' });
    for (const at of ends) {
      const node = nodes[at];
      if (node?.kind === 'expert') nodes[at] = { ...node, next: end };
    }
    return { nodes };
  }

  private chain(fragment: Fragment, nodes: GraphNode[], ends: number[]): void {
    for (const { id } of workersOf(fragment, this.machine.planes)) {
      nodes.push({ kind: 'expert', expert: id, next: nodes.length + 1 });
    }
    ends.push(nodes.length - 1);
  }
}
