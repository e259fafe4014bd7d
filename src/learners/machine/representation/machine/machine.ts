import { Fault, hashOf } from '#foundation/kernel';
import { createMemory } from '#logic/wasm/run';
import { type CodeCounters, CodeStore, type CompileMode } from './code-store.ts';
import type { MachineConfig } from './config.ts';
import { requireContract } from './contract.ts';
import { probabilityOf } from '#foundation/statistics/adaptive-counter';
import { teachTable } from './counter-table.ts';
import { ExpertRunner } from '../step/expert-runner.ts';
import { ExpertSet, type Seat } from './expert-set.ts';
import { badExpert, type Expert, requireExpert } from './expert.ts';
import { createIndexRouter } from '../route/index-router.ts';
import { startLaneKernel } from '../step/lane-kernel.ts';
import { type ExpertData, expertFromData, fromHex, type MachineSnapshot, openSnapshot } from './machine-state.ts';
import { memoryMapOf } from './memory-map.ts';
import { planeMapOf, type PlaneMap, type Region } from './plane-map.ts';
import { PlaneStore } from './plane-store.ts';
import { PolicyRows } from '../step/policy-rows.ts';
import type { Router } from '../route/router.ts';
import { ExpertInstaller } from './install-expert.ts';
import { copyOfGraph, requireGraph, routeThenEnd, type StepGraph } from '../step/step-graph.ts';
import { type StepOptions, Stepper, type StepReport } from '../step/stepper.ts';

/** What a machine is given besides its configuration. */
export interface MachineOptions {
  /** ROUTE, still empty; by default the index that the configuration describes. */
  readonly router?: Router;
  readonly compile?: CompileMode;
  /** Path of the random streams of sampled steps: step t draws from `path/t`. */
  readonly randomPath?: string;
}

/** How an expert is added. */
export interface AddOptions {
  /** Prove its contract first; a broken or undecided one is a fault. */
  readonly prove?: boolean;
}

/** What a machine goes back to when a change fails. */
interface Savepoint {
  readonly seats: readonly Seat[];
  readonly weights: readonly { readonly key: Uint32Array; readonly weights: ReadonlyMap<string, number> }[];
  readonly graph: StepGraph;
  readonly planes: Uint8Array;
  readonly steps: number;
  readonly randomPath: string;
}

/**
 * A Boolean Expert Machine: planes of W lanes in one WebAssembly memory, experts, their routing, their weights and the
 * control flow of a step. What a refused change would have done is not done in part: the machine stays as it was.
 */
export class Machine {
  readonly config: MachineConfig;
  readonly planes: PlaneMap;
  private readonly store: PlaneStore;
  private readonly experts: ExpertSet;
  private readonly rows: PolicyRows;
  private readonly code: CodeStore;
  private readonly runner: ExpertRunner;
  private readonly installer: ExpertInstaller;
  private readonly stepper: Stepper;
  private path: string;
  private stepCount = 0;

  constructor(config: MachineConfig, options: MachineOptions = {}) {
    const { knobs } = config;
    this.config = config;
    this.planes = planeMapOf(knobs);
    this.path = options.randomPath ?? 'machine';
    const map = memoryMapOf(config);
    const memory = createMemory(Math.ceil(map.programs / 65536) + 1, 16 * knobs.memoryMiB);
    const router = options.router ?? createIndexRouter(knobs);
    const experts = new ExpertSet(knobs.experts);
    const rows = new PolicyRows(knobs.policyRows);
    const code = new CodeStore(memory, knobs, map, options.compile ?? 'later');
    const planes = new PlaneStore(memory, map, this.planes);
    const runner = new ExpertRunner({ config, map, memory, experts, code });
    const kernel = startLaneKernel(memory, config, map);
    this.store = planes;
    this.experts = experts;
    this.rows = rows;
    this.code = code;
    this.runner = runner;
    this.installer = new ExpertInstaller({ experts, router, code, planes });
    this.stepper = new Stepper({ config, map, memory, kernel, experts, rows, router, runner });
  }

  /** Steps done since the machine was made. */
  get steps(): number {
    return this.stepCount;
  }

  /** Path of the random streams of sampled steps. */
  get randomPath(): string {
    return this.path;
  }

  /** Counts steps from 0 again and draws from another path: what is sampled next depends on nothing that was sampled before. */
  drawFrom(randomPath: string): void {
    this.stepCount = 0;
    this.path = randomPath;
  }

  /** The control flow of a step. */
  get graph(): StepGraph {
    return this.stepper.graph;
  }

  /** Which code ran how often. */
  get counters(): Readonly<CodeCounters> {
    return this.code.counters;
  }

  /** Compiled modules that some expert runs from. */
  get modulesInUse(): number {
    return this.code.modulesInUse;
  }

  /** Adds an expert; it can be picked from the next step on. */
  addExpert(expert: Expert, options: AddOptions = {}): void {
    this.requireFit(expert, options);
    this.seat(expert, this.experts.freeSlot(expert.id));
  }

  /** Adds an expert at a slot that is free, as an undone removal wants it. */
  addAt(expert: Expert, slot: number): void {
    this.requireFit(expert, {});
    this.experts.freeSlot(expert.id);
    if (!(Number.isInteger(slot) && slot >= 0 && slot < this.config.knobs.experts) || this.experts.isTaken(slot)) {
      throw badExpert(expert.id, 'id', `slot ${slot} is taken or does not exist`);
    }
    this.seat(expert, slot);
  }

  /** Puts another expert in the place of the one with its id; learned weights stay. */
  replaceExpert(expert: Expert, options: AddOptions = {}): void {
    this.requireFit(expert, options);
    this.seat(expert, this.experts.seatOf(expert.id).slot);
  }

  /** Gives an expert another code, by which ROUTE finds it. */
  setCode(id: string, code: readonly number[]): void {
    this.replaceExpert({ ...this.expert(id), code });
  }

  /** Takes an expert out, with all weights learned for it. One that the graph names stays. */
  removeExpert(id: string): void {
    const node = this.graph.nodes.findIndex((each) => each.kind === 'expert' && each.expert === id);
    if (node >= 0) {
      throw new Fault('bem/in-graph', `expert ${id} runs at node ${node} of the graph`, {
        details: { expert: id, field: 'graph', node },
      });
    }
    this.installer.remove(id);
    this.rows.forget(id);
    this.stepper.expertsChanged();
  }

  /** Lets steps follow another graph from the next one on. */
  setGraph(graph: StepGraph): void {
    requireGraph(graph, this.config.knobs, (id) => this.experts.has(id));
    this.stepper.follow(copyOfGraph(graph));
  }

  /** Makes several changes as one: when something is thrown, the machine is as it was before. */
  atomically<T>(change: () => T): T {
    const before = this.save();
    try {
      return change();
    } catch (error) {
      this.rewind(before);
      throw error;
    }
  }

  /** Becomes what a snapshot says, or stays as it is. Experts that do not change keep their compiled code. */
  restore(snapshot: MachineSnapshot): void {
    const state = openSnapshot(snapshot);
    if (hashOf(state.config) !== hashOf(this.config)) {
      throw new Fault('bem/other-config', 'the snapshot is of a machine of another configuration', {
        details: { field: 'config' },
      });
    }
    this.atomically(() => {
      const wanted = new Map(state.experts.map((data) => [data.slot, data]));
      this.stepper.follow(routeThenEnd);
      for (const { slot, expert } of this.seats()) {
        if (wanted.get(slot)?.id !== expert.id) this.removeExpert(expert.id);
      }
      for (const data of state.experts) this.seatData(data, wanted);
      this.setWeights(state.weights.map(({ key, of }) => ({ key: Uint32Array.from(key), weights: new Map(of) })));
      this.setGraph(state.graph);
      this.store.load(fromHex(state.planes));
      this.stepCount = state.steps;
      this.path = state.randomPath;
    });
  }

  expert(id: string): Expert {
    const { expert, counters } = this.experts.seatOf(id);
    return counters === undefined ? expert : { ...expert, body: { kind: 'table', counters: counters.slice() } };
  }

  /** Whether there is an expert of this id. */
  has(id: string): boolean {
    return this.experts.has(id);
  }

  /** Experts with their slots, by slot. */
  seats(): readonly Seat[] {
    return this.experts.all();
  }

  /** Whether an expert runs as compiled code by now. */
  isCompiled(id: string): boolean {
    return this.code.isCompiled(this.experts.seatOf(id).slot);
  }

  /** w[key, e]: how strongly lanes with this (Gray-coded) key lean to an expert. */
  setWeight(key: Uint32Array, id: string, weight: number): void {
    this.experts.seatOf(id);
    if (!Number.isFinite(weight) || key.length * 32 !== this.config.knobs.codeBits) {
      throw new Fault('bem/bad-weight', `weight ${weight} of expert ${id} for a key of ${key.length} words`, {
        details: { expert: id, weight },
      });
    }
    if (!this.rows.learn(key, id, weight)) {
      throw new Fault('bem/rows-full', `all ${this.config.knobs.policyRows} rows hold learned weights`);
    }
  }

  weightOf(key: Uint32Array, id: string): number {
    return this.rows.row(key).learned.get(id) ?? 0;
  }

  /** Learned weights: key and weight by expert id. */
  learnedWeights(): { readonly key: Uint32Array; readonly weights: ReadonlyMap<string, number> }[] {
    return this.rows.learned().map(({ key, learned }) => ({ key, weights: learned }));
  }

  /** One step for the lanes that take part; the others keep every bit. */
  step(options: StepOptions = {}): StepReport {
    const report = this.stepper.step(options, this.path, this.stepCount);
    this.stepCount += 1;
    return report;
  }

  /** Ids of the experts that ran in the last step, in order; none once experts or graph have changed. */
  lastRun(): string[] {
    return this.stepper.lastRun().map((slot) => this.experts.at(slot).expert.id);
  }

  /** Lanes in which an expert ran in the last step; none once experts or graph have changed. */
  lanesOf(id: string): Int32Array {
    return this.stepper.lanesOf(this.experts.seatOf(id).slot);
  }

  /** Waits until everything that is being compiled is in use. */
  async settle(): Promise<void> {
    await this.code.settle();
  }

  /** A copy of a plane: bit i of word w is lane 32·w + i. */
  readPlane(plane: number): Int32Array {
    return this.store.read(plane);
  }

  writePlane(plane: number, words: Int32Array): void {
    this.store.write(plane, words);
  }

  /** Copies of planes that follow each other, one after the other. */
  readPlanes(first: number, count: number): Int32Array {
    return this.store.readMany(first, count);
  }

  /** Writes planes that follow each other. */
  writePlanes(first: number, words: Int32Array): void {
    this.store.writeMany(first, words);
  }

  /** The bits of one lane in a region, lowest plane first. */
  readLane(lane: number, region: Region): boolean[] {
    return this.store.readLane(lane, region);
  }

  /** Sets the first bits of one lane in a region. */
  writeLane(lane: number, region: Region, bits: readonly boolean[]): void {
    this.store.writeLane(lane, region, bits);
  }

  /** All planes as bytes, in the order of their numbers. */
  planeBytes(): Uint8Array {
    return this.store.bytes();
  }

  /** The probability of a one that each counter of a table gives for a value of its reads. */
  predict(id: string, context: number): number[] {
    const { expert, counters } = this.experts.seatOf(id);
    const width = expert.writes.length;
    if (counters === undefined) throw badExpert(id, 'body', 'it is not a table');
    return Array.from({ length: width }, (_, o) => probabilityOf(counters[context * width + o] ?? 0));
  }

  /** Teaches a table what each of its writes should have been, in these lanes, given what its reads hold now. */
  teachTable(id: string, targets: readonly Int32Array[], lanes: Int32Array): void {
    const seat = this.experts.seatOf(id);
    const { expert, counters } = seat;
    const words = this.config.knobs.lanes / 32;
    if (counters === undefined) throw badExpert(id, 'body', 'it is not a table');
    if (targets.length !== expert.writes.length || [...targets, lanes].some((plane) => plane.length !== words)) {
      throw new Fault('bem/bad-lanes', `expert ${id} needs ${expert.writes.length} targets of ${words} words each`);
    }
    const places = this.runner.placesOf(seat);
    const { image, mask } = places;
    const picked = image.slice(mask, mask + words);
    image.set(lanes, mask);
    teachTable(counters, places, targets, this.config.knobs.counterLimit);
    image.set(picked, mask);
  }

  private requireFit(expert: Expert, { prove = false }: AddOptions): void {
    requireExpert(expert, this.config);
    if (prove) requireContract(expert, this.config.knobs);
  }

  private seat(expert: Expert, slot: number): void {
    this.installer.install(expert, slot);
    this.stepper.expertsChanged();
  }

  /** Seats an expert of a snapshot at its slot; only itself may sit there. */
  private seatData(data: ExpertData, wanted: ReadonlyMap<number, ExpertData>): void {
    const { id, slot } = data;
    const expert = expertFromData(data);
    requireExpert(expert, this.config);
    const isSlot = Number.isInteger(slot) && slot >= 0 && slot < this.config.knobs.experts;
    if (!isSlot || wanted.get(slot) !== data) throw badExpert(id, 'id', `slot ${slot} is taken or does not exist`);
    if (!this.experts.isTaken(slot)) this.experts.freeSlot(id);
    this.seat(expert, slot);
  }

  private setWeights(rows: Savepoint['weights']): void {
    this.rows.clear();
    for (const { key, weights } of rows) for (const [id, weight] of weights) this.setWeight(key, id, weight);
  }

  private save(): Savepoint {
    return {
      seats: this.seats().map((seat) => ({ ...seat, counters: seat.counters?.slice() })),
      weights: this.learnedWeights().map(({ key, weights }) => ({ key, weights: new Map(weights) })),
      graph: this.graph,
      planes: this.planeBytes(),
      steps: this.stepCount,
      randomPath: this.path,
    };
  }

  /** Everything that is put back was there before, so there is room for it. */
  private rewind(saved: Savepoint): void {
    const before = new Map(saved.seats.map((seat) => [seat.slot, seat]));
    for (const { slot, expert } of this.seats()) {
      if (before.get(slot)?.expert !== expert) this.installer.remove(expert.id);
    }
    for (const { slot, expert, counters } of saved.seats) this.installer.install(expert, slot, counters);
    this.stepper.expertsChanged();
    this.setWeights(saved.weights);
    this.stepper.follow(saved.graph);
    this.store.load(saved.planes);
    this.stepCount = saved.steps;
    this.path = saved.randomPath;
  }
}

/** Makes a machine without experts, all planes 0. */
export function createMachine(config: MachineConfig, options: MachineOptions = {}): Machine {
  return new Machine(config, options);
}
