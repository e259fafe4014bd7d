import { gateCount } from '#logic/circuit/graph';
import { Fault, type Hash, hashOf, invariant } from '#foundation/kernel';
import { createConfig } from '../representation/machine/config.ts';
import { createMachine, type Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { planeOf } from '../representation/machine/plane-map.ts';
import type { GraphNode, StepGraph } from '../representation/step/step-graph.ts';
import type { Actor } from '../hypotheses/practice.ts';
import { classes, type Fragment, layout, selectorId, selectorOf, sizesOfPlan } from './fragment.ts';
import { keptStatePlanes, laneBits, maskOfLanes, observationPlane } from './lane-planes.ts';
import { placeWorkers } from './shared-workers.ts';
import { KEY_BITS, type SlotKey } from './slot-key.ts';

/** The fixed sizes of a main machine: I, N, O, W; K is 0, and S is 1: a lane is given to one fragment. */
export interface MainSizes {
  readonly inputs: number;
  readonly state: number;
  readonly outputs: number;
  readonly lanes: number;
  readonly gates: number;
}

export const mainSizes: MainSizes = { inputs: 4096, state: 8192, outputs: 512, lanes: 128, gates: 65536 };

/** What one lane is asked: the key of its slot, and what is observed there. */
export interface LaneInput {
  readonly key: SlotKey;
  readonly observation: Uint8Array;
}

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
  /** Ids of the workers of each fragment, in their order. */
  private readonly chains: (readonly string[])[] = [];
  /** Ids of the workers by what they do. */
  private readonly workers = new Map<Hash, string>();

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

  /** Puts fragments in, all at once. Workers that do the same on the same planes are one expert. */
  installAll(fragments: readonly Fragment[]): void {
    const { machine } = this;
    for (const fragment of fragments) {
      const misfit = this.misfit(fragment);
      if (misfit !== undefined) throw new Fault('bem/bad-expert', misfit, { details: { fragment: fragment.id } });
      const number = this.placed.push(fragment) - 1;
      invariant(number < 2 ** layout.numberBits, 'the number of a fragment fits its word');
      machine.addExpert(selectorOf(fragment, number, machine.planes));
      this.chains.push(placeWorkers(fragment, machine, this.workers));
    }
    machine.setGraph(this.graph());
  }

  /** How many experts work, and how many would without sharing. */
  workerCount(): { readonly experts: number; readonly unshared: number } {
    return { experts: this.workers.size, unshared: this.chains.reduce((sum, { length }) => sum + length, 0) };
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
    let isFirst = true;
    return {
      lanes: this.sizes.lanes,
      begin: () => {
        this.clear();
        isFirst = true;
      },
      act: (observations) => {
        const lanes = observations.map((observation) => (observation === undefined ? undefined : { key, observation }));
        const actions = this.think(lanes, policy);
        if (isFirst) picked?.(this.picks(lanes));
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

  /** Which fragment each lane was given to. */
  picks(lanes: readonly (LaneInput | undefined)[]): SlotPick[] {
    const numbers = this.numbers();
    return lanes.flatMap((input, lane) => {
      const fragment = this.placed[numbers[lane]!];
      return input === undefined || fragment === undefined ? [] : [{ lane, fragment: fragment.id }];
    });
  }

  /** Begins a new episode in some lanes, or in all: what is kept is forgotten, and ROUTE chooses again. */
  clear(lanes?: readonly number[]): void {
    const { machine } = this;
    const words = this.sizes.lanes / 32;
    const gone = lanes === undefined ? new Int32Array(words).fill(-1) : maskOfLanes(lanes, words);
    for (const at of keptStatePlanes(this.placed)) {
      const plane = planeOf(machine.planes, 'state', at);
      machine.writePlane(
        plane,
        machine.readPlane(plane).map((word, w) => word & ~gone[w]!),
      );
    }
  }

  /** An action for each lane that has an observation; undefined where no fragment fits its key. */
  think(lanes: readonly (LaneInput | undefined)[], policy: 'best' | 'sampled'): (Uint8Array | undefined)[] {
    const { machine } = this;
    const words = this.sizes.lanes / 32;
    const live = maskOfLanes(
      lanes.flatMap((input, lane) => (input === undefined ? [] : [lane])),
      words,
    );
    this.present(lanes, live);
    machine.step({ policy, lanes: live, class: classes.selector });
    const fresh = planeOf(machine.planes, 'input', layout.fresh);
    machine.writePlane(fresh, new Int32Array(words));
    const numbers = this.numbers();
    const left = Int32Array.from(numbers, (number, lane) =>
      lanes[lane] === undefined ? 0 : (this.placed[number]?.plan.thinkSteps ?? 1) - 1,
    );
    for (let t = 0; left.some((steps) => steps > t); t += 1) {
      const open = [...left.keys()].filter((lane) => left[lane]! > t);
      machine.step({ policy, lanes: maskOfLanes(open, words), class: classes.selector });
    }
    return this.read(lanes, numbers);
  }

  private read(lanes: readonly (LaneInput | undefined)[], numbers: Int32Array): (Uint8Array | undefined)[] {
    const widest = Math.max(0, ...this.placed.map(({ plan }) => plan.outputs));
    const planes = Array.from({ length: widest }, (_, i) =>
      this.machine.readPlane(planeOf(this.machine.planes, 'output', i)),
    );
    return lanes.map((input, lane) => {
      const fragment = this.placed[numbers[lane]!];
      if (input === undefined || fragment === undefined) return undefined;
      return laneBits(planes.slice(0, fragment.plan.outputs), lane);
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

  private present(lanes: readonly (LaneInput | undefined)[], live: Int32Array): void {
    const { machine } = this;
    const words = this.sizes.lanes / 32;
    const input = (at: number, plane: Int32Array): void =>
      machine.writePlane(planeOf(machine.planes, 'input', at), plane);
    for (let i = 0; i < KEY_BITS; i += 1) {
      input(
        i,
        maskOfLanes(
          lanes.flatMap((each, lane) => (each?.key.bits[i] === true ? [lane] : [])),
          words,
        ),
      );
    }
    input(layout.fresh, live.slice());
    const observations = lanes.map((each) => each?.observation);
    const width = observations.reduce((most, each) => Math.max(most, each?.length ?? 0), 0);
    for (let bit = 0; bit < width; bit += 1)
      input(layout.observation + bit, observationPlane(observations, bit, words));
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
        this.chain(from, nodes, ends);
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

  private chain(number: number, nodes: GraphNode[], ends: number[]): void {
    for (const id of this.chains[number]!) nodes.push({ kind: 'expert', expert: id, next: nodes.length + 1 });
    ends.push(nodes.length - 1);
  }
}
