import { gateCount } from '#logic/circuit/graph';
import { Fault, type Hash, hashOf, invariant } from '#foundation/kernel';
import { createConfig } from '../representation/machine/config.ts';
import { createMachine, type Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { planeOf } from '../representation/machine/plane-map.ts';
import type { GraphNode, StepGraph } from '../representation/step/step-graph.ts';
import type { Actor } from '../hypotheses/practice.ts';
import { classes, type Fragment, layout, selectorId, selectorOf, sizesOfPlan } from './fragment.ts';
import { laneBits, planesOfLanes } from '../hypotheses/lane-bits.ts';
import { keptStatePlanes, maskOfLanes } from './lane-planes.ts';
import { placeWorkers } from './shared-workers.ts';
import { KEY_BITS, sameSizes, type SlotKey } from './slot-key.ts';

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
 * B_main: one machine in which every skill is a fragment of the step graph. In the first step of an episode ROUTE picks, by what
 * the face shows, an expert that gives the lane to a fragment; from then on the graph leads the lane there. One lane serves one
 * slot of a task, so slots that are live at once never share state.
 */
export class MainMachine {
  readonly machine: Machine;
  readonly sizes: MainSizes;
  private readonly placed: Fragment[] = [];
  /** Ids of the workers of each fragment, in their order. */
  private readonly chains: (readonly string[])[] = [];
  /** The node of the graph at which the work of each fragment begins, behind what an observation that is new needs. */
  private readonly starts: (number | undefined)[] = [];
  /** Lanes that a fragment was chosen for since they were cleared. */
  private readonly routed: Int32Array;
  /** Ids of the workers by what they do. */
  private readonly workers = new Map<Hash, string>();

  constructor(sizes: MainSizes = mainSizes, randomPath = 'main') {
    this.sizes = sizes;
    this.routed = new Int32Array(sizes.lanes / 32);
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

  /** How strongly lanes with a key lean to a fragment. */
  prefer({ code }: Pick<SlotKey, 'code'>, fragment: string, weight: number): void {
    this.machine.setWeight(code, selectorId(fragment), weight);
  }

  /** Forgets every weight. */
  forgetWeights(): void {
    for (const { key, weights } of this.machine.learnedWeights())
      for (const id of weights.keys()) this.machine.setWeight(key, id, 0);
  }

  /** The fragments that can run where a key leads, whatever it leans to. */
  fitting(key: SlotKey): readonly Fragment[] {
    return this.placed.filter((fragment) => sameSizes(fragment.key, key));
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
    for (const [w, word] of gone.entries()) this.routed[w]! &= ~word;
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
    const live = new Int32Array(words);
    for (let lane = 0; lane < lanes.length; lane += 1)
      if (lanes[lane] !== undefined) live[lane >>> 5]! |= 1 << (lane & 31);
    this.present(lanes, live);
    machine.step({ policy, lanes: live, class: classes.selector });
    const numbers = this.numbers();
    const chosen = new Map<number, Int32Array>();
    for (let lane = 0; lane < numbers.length; lane += 1) {
      const number = numbers[lane]!;
      if (number < 0 || lanes[lane] === undefined) continue;
      let mask = chosen.get(number);
      if (mask === undefined) chosen.set(number, (mask = new Int32Array(words)));
      mask[lane >>> 5]! |= 1 << (lane & 31);
    }
    machine.writePlane(planeOf(machine.planes, 'input', layout.fresh), new Int32Array(words));
    this.thinkOn(chosen, policy);
    return this.read(lanes, numbers, chosen.keys());
  }

  /**
   * The think-steps after the first. A lane stays with its fragment, so each step begins at the chain of the fragment, and the graph is
   * not asked again which fragment that is. Fragments work on lanes of their own, and nothing is shared between lanes, so their order changes nothing.
   */
  private thinkOn(chosen: ReadonlyMap<number, Int32Array>, policy: 'best' | 'sampled'): void {
    for (const [number, lanes] of chosen) {
      const from = this.starts[number];
      const steps = from === undefined ? 1 : this.placed[number]!.plan.thinkSteps;
      for (let t = 1; t < steps; t += 1) this.machine.step({ policy, lanes, class: classes.selector, from: from! });
    }
  }

  private read(
    lanes: readonly (LaneInput | undefined)[],
    numbers: Int32Array,
    chosen: Iterable<number>,
  ): (Uint8Array | undefined)[] {
    const { machine, sizes, placed } = this;
    const widths = Array.from(chosen, (number) => placed[number]!.plan.outputs);
    const planes = machine.readPlanes(machine.planes.regions.output.first, Math.max(0, ...widths));
    return lanes.map((input, lane) => {
      const fragment = placed[numbers[lane]!];
      if (input === undefined || fragment === undefined) return undefined;
      return laneBits(planes, lane, fragment.plan.outputs, sizes.lanes / 32);
    });
  }

  private numbers(): Int32Array {
    const { machine, sizes } = this;
    const words = sizes.lanes / 32;
    const planes = machine.readPlanes(planeOf(machine.planes, 'state', layout.number), layout.numberBits);
    const chosen = machine.readPlane(planeOf(machine.planes, 'state', layout.chosen));
    return Int32Array.from({ length: sizes.lanes }, (_, lane) => {
      const at = lane >>> 5;
      if (((chosen[at]! >>> (lane & 31)) & 1) === 0) return -1;
      let number = 0;
      for (let i = 0; i < layout.numberBits; i += 1) number |= ((planes[i * words + at]! >>> (lane & 31)) & 1) << i;
      return number;
    });
  }

  private present(lanes: readonly (LaneInput | undefined)[], live: Int32Array): void {
    const { machine } = this;
    const words = this.sizes.lanes / 32;
    const first = machine.planes.regions.input.first;
    // The key is asked for by ROUTE alone.
    if (live.some((word, w) => (word & ~this.routed[w]!) !== 0)) machine.writePlanes(first, keyPlanes(lanes, words));
    for (const [w, word] of live.entries()) this.routed[w]! |= word;
    machine.writePlane(first + layout.fresh, live);
    const observations = lanes.map((each) => each?.observation);
    const width = observations.reduce((most, each) => Math.max(most, each?.length ?? 0), 0);
    machine.writePlanes(first + layout.observation, planesOfLanes(observations, width, words));
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
    // A fragment without parts has nothing to do in later think-steps.
    if (this.chains[number]!.length > 1) this.starts[number] = nodes.length + 1;
    for (const id of this.chains[number]!) nodes.push({ kind: 'expert', expert: id, next: nodes.length + 1 });
    ends.push(nodes.length - 1);
  }
}

/** The bits of the keys of all lanes as planes: lanes of one key are set at once. */
function keyPlanes(lanes: readonly (LaneInput | undefined)[], words: number): Int32Array {
  const lanesOf = new Map<SlotKey, number[]>();
  for (const [lane, input] of lanes.entries()) {
    if (input === undefined) continue;
    const same = lanesOf.get(input.key);
    if (same === undefined) lanesOf.set(input.key, [lane]);
    else same.push(lane);
  }
  const planes = new Int32Array(KEY_BITS * words);
  for (const [{ bits }, those] of lanesOf) {
    const mask = maskOfLanes(those, words);
    for (const [i, bit] of bits.entries())
      if (bit) for (let w = 0; w < words; w += 1) planes[i * words + w]! |= mask[w]!;
  }
  return planes;
}
