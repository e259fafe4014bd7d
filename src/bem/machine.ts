import { Fault } from '#kernel';
import { createMemory, type WasmMemory } from '#wasm';
import { type CodeCounters, CodeStore, type CompileMode } from './code-store.ts';
import type { MachineConfig } from './config.ts';
import { probabilityOf, teachTable } from './counter-table.ts';
import { ExpertSet, type Seat } from './expert-set.ts';
import { badExpert, type Expert, requireExpert } from './expert.ts';
import { startLaneKernel } from './lane-kernel.ts';
import { type MemoryMap, memoryMapOf } from './memory-map.ts';
import { planeMapOf, type PlaneMap, planeOf, type Region } from './plane-map.ts';
import { PolicyRows } from './policy-rows.ts';
import { createScanRouter, type Router } from './router.ts';
import { type StepOptions, Stepper, type StepReport } from './stepper.ts';

/** What a machine is given besides its configuration. */
export interface MachineOptions {
  /** ROUTE, still empty; by default one that looks at every code. */
  readonly router?: Router;
  readonly compile?: CompileMode;
  /** Path of the random streams of sampled steps: step t draws from `path/t`. */
  readonly randomPath?: string;
}

/**
 * A Boolean Expert Machine: planes of W lanes in one WebAssembly memory, experts, their routing and their weights.
 * What a refused change would have done is not done in part: the machine stays as it was.
 */
export class Machine {
  readonly config: MachineConfig;
  readonly planes: PlaneMap;
  readonly randomPath: string;
  private readonly map: MemoryMap;
  private readonly memory: WasmMemory;
  private readonly router: Router;
  private readonly experts: ExpertSet;
  private readonly rows: PolicyRows;
  private readonly code: CodeStore;
  private readonly stepper: Stepper;
  private stepCount = 0;

  constructor(config: MachineConfig, options: MachineOptions = {}) {
    const { knobs } = config;
    this.config = config;
    this.planes = planeMapOf(knobs);
    this.randomPath = options.randomPath ?? 'machine';
    this.map = memoryMapOf(config);
    this.memory = createMemory(Math.ceil(this.map.programs / 65536) + 1, 16 * knobs.memoryMiB);
    this.router = options.router ?? createScanRouter();
    this.experts = new ExpertSet(knobs.experts);
    this.rows = new PolicyRows(knobs.policyRows);
    this.code = new CodeStore(this.memory, knobs, this.map, options.compile ?? 'later');
    const kernel = startLaneKernel(this.memory, config, this.map);
    const { map, memory, router, experts, rows, code } = this;
    this.stepper = new Stepper({ config, map, memory, kernel, experts, rows, router, code });
  }

  /** Steps done since the machine was made. */
  get steps(): number {
    return this.stepCount;
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
  addExpert(expert: Expert): void {
    requireExpert(expert, this.config);
    this.seat(expert, this.experts.freeSlot(expert.id));
  }

  /** Puts another expert in the place of the one with its id; learned weights stay. */
  replaceExpert(expert: Expert): void {
    requireExpert(expert, this.config);
    const { slot } = this.experts.seatOf(expert.id);
    this.seat(expert, slot);
  }

  /** Takes an expert out, with all weights learned for it. */
  removeExpert(id: string): void {
    const { slot } = this.experts.remove(id);
    this.router.remove(slot);
    this.code.uninstall(slot);
    this.rows.forget(id);
    this.stepper.expertsChanged();
  }

  expert(id: string): Expert {
    const { expert, counters } = this.experts.seatOf(id);
    return counters === undefined ? expert : { ...expert, body: { kind: 'table', counters: counters.slice() } };
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
    const report = this.stepper.step(options, () => `${this.randomPath}/${this.stepCount}`);
    this.stepCount += 1;
    return report;
  }

  /** Ids of the experts that ran in the last step, in order; none once the experts have changed. */
  lastRun(): string[] {
    return this.stepper.lastRun().map((slot) => this.experts.at(slot).expert.id);
  }

  /** Lanes that picked an expert in the last step; none once the experts have changed. */
  lanesOf(id: string): Int32Array {
    const { slot } = this.experts.seatOf(id);
    if (!this.stepper.lastRun().includes(slot)) return new Int32Array(this.config.knobs.lanes / 32);
    return this.image(this.map.masks + slot * this.map.stride).slice();
  }

  /** Waits until everything that is being compiled is in use. */
  async settle(): Promise<void> {
    await this.code.settle();
  }

  /** A copy of a plane: bit i of word w is lane 32·w + i. */
  readPlane(plane: number): Int32Array {
    return this.image(this.addressOf(plane)).slice();
  }

  writePlane(plane: number, words: Int32Array): void {
    const into = this.image(this.addressOf(plane));
    if (words.length !== into.length) {
      throw new Fault('bem/bad-lanes', `${words.length} words for a plane of ${into.length}`);
    }
    into.set(words);
  }

  /** The bits of one lane in a region, lowest plane first. */
  readLane(lane: number, region: Region): boolean[] {
    this.requireLane(lane);
    const { first, size } = this.planes.regions[region];
    return Array.from({ length: size }, (_, i) => {
      const words = this.image(this.addressOf(first + i));
      return ((words[lane >>> 5]! >>> (lane & 31)) & 1) === 1;
    });
  }

  /** Sets the first bits of one lane in a region. */
  writeLane(lane: number, region: Region, bits: readonly boolean[]): void {
    this.requireLane(lane);
    if (bits.length > 0) planeOf(this.planes, region, bits.length - 1);
    for (const [i, bit] of bits.entries()) {
      const words = this.image(this.addressOf(planeOf(this.planes, region, i)));
      const old = words[lane >>> 5]!;
      words[lane >>> 5] = bit ? old | (1 << (lane & 31)) : old & ~(1 << (lane & 31));
    }
  }

  /** All planes as bytes, in the order of their numbers. */
  planeBytes(): Uint8Array {
    const { planes, stride } = this.map;
    return new Uint8Array(this.memory.buffer, planes, this.planes.count * stride).slice();
  }

  /** Puts a saved state back: planes and the number of steps. */
  resume(bytes: Uint8Array, steps: number): void {
    const { planes, stride } = this.map;
    if (bytes.length !== this.planes.count * stride) {
      throw new Fault('bem/bad-snapshot', `${bytes.length} bytes of planes where ${this.planes.count * stride} belong`);
    }
    new Uint8Array(this.memory.buffer).set(bytes, planes);
    this.stepCount = steps;
  }

  /** Seats an expert at a given slot, as a snapshot wants it. */
  addAt(expert: Expert, slot: number): void {
    requireExpert(expert, this.config);
    this.experts.freeSlot(expert.id);
    if (!(Number.isInteger(slot) && slot >= 0 && slot < this.config.knobs.experts) || this.experts.isTaken(slot)) {
      throw badExpert(expert.id, 'id', `slot ${slot} is taken or does not exist`);
    }
    this.seat(expert, slot);
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
    const { slot, expert, counters } = this.experts.seatOf(id);
    const words = this.config.knobs.lanes / 32;
    if (counters === undefined) throw badExpert(id, 'body', 'it is not a table');
    if (targets.length !== expert.writes.length || [...targets, lanes].some((plane) => plane.length !== words)) {
      throw new Fault('bem/bad-lanes', `expert ${id} needs ${expert.writes.length} targets of ${words} words each`);
    }
    const image = new Int32Array(this.memory.buffer);
    const mask = (this.map.masks + slot * this.map.stride) / 4;
    const picked = image.slice(mask, mask + words);
    image.set(lanes, mask);
    const at = (plane: number): number => this.addressOf(plane) / 4;
    const places = { image, reads: expert.reads.map(at), writes: expert.writes.map(at), mask, words };
    teachTable(counters, places, targets, this.config.knobs.counterLimit);
    image.set(picked, mask);
  }

  /** Installs first, since only that can still fail, then makes the expert known. */
  private seat(expert: Expert, slot: number): void {
    const { body, code, class: kind, shard } = expert;
    if (body.kind === 'circuit') {
      const at = (plane: number): number => this.addressOf(plane);
      this.code.install(slot, body.circuit, { inputs: expert.reads.map(at), outputs: expert.writes.map(at) });
    } else this.code.uninstall(slot);
    const counters = body.kind === 'table' ? body.counters.slice() : undefined;
    this.router.remove(slot);
    this.router.insert(slot, { code: Uint32Array.from(code), class: kind, shard });
    this.experts.put({ slot, expert, counters });
    this.stepper.expertsChanged();
  }

  private addressOf(plane: number): number {
    if (!(Number.isInteger(plane) && plane >= 0 && plane < this.planes.count)) {
      throw new Fault('bem/no-plane', `plane ${plane} does not exist; there are ${this.planes.count}`);
    }
    return this.map.planes + plane * this.map.stride;
  }

  private image(address: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, this.map.stride / 4);
  }

  private requireLane(lane: number): void {
    if (!(Number.isInteger(lane) && lane >= 0 && lane < this.config.knobs.lanes)) {
      throw new Fault('bem/bad-lanes', `lane ${lane} does not exist; there are ${this.config.knobs.lanes}`);
    }
  }
}

/** Makes a machine without experts, all planes 0. */
export function createMachine(config: MachineConfig, options: MachineOptions = {}): Machine {
  return new Machine(config, options);
}
