import { createRng, Fault } from '#kernel';
import type { WasmMemory } from '#wasm';
import type { CodeStore } from './code-store.ts';
import type { MachineConfig } from './config.ts';
import { runTable, type TablePlaces } from './counter-table.ts';
import type { ExpertSet, Seat } from './expert-set.ts';
import { grayEncode } from './route/gray-code.ts';
import type { LaneKernel } from './lane-kernel.ts';
import type { MemoryMap } from './memory-map.ts';
import { pickBest, type PickPlaces } from './pick-best.ts';
import { pickSampled, samplingShares } from './pick-sampled.ts';
import { isSameKey, type PolicyRow, type PolicyRows } from './policy-rows.ts';
import { anyShard, type Router } from './router.ts';

/** How one step is done. */
export interface StepOptions {
  /** The best experts when evaluating, drawn ones when learning. */
  readonly policy?: 'best' | 'sampled';
  readonly class?: number;
  /** A shard, or all. */
  readonly shard?: number;
  /** Lanes that take part, one bit each; all by default. */
  readonly lanes?: Int32Array;
}

/** What a step did. */
export interface StepReport {
  /** Distinct routing keys among the lanes. */
  readonly keys: number;
  /** Experts that ran. */
  readonly experts: number;
}

/** The parts of a machine that a step works with. */
export interface StepParts {
  readonly config: MachineConfig;
  readonly map: MemoryMap;
  readonly memory: WasmMemory;
  readonly kernel: LaneKernel;
  readonly experts: ExpertSet;
  readonly rows: PolicyRows;
  readonly router: Router;
  readonly code: CodeStore;
}

const noGuard = [] as const;

/**
 * One step of the fast path: group the lanes by routing key; per key ask ROUTE for candidates and let the policy pick; run
 * each picked expert once, by descending weight, under the mask of the lanes that picked it.
 *
 * An expert that several keys picked counts with the highest of its weights; ties go by id. The cost depends on keys,
 * candidates, picks, gates and lanes, not on how many steps came before.
 */
export class Stepper {
  private readonly parts: StepParts;
  private image: Int32Array;
  private keyView: Uint32Array;
  private readonly key: Uint32Array;
  private readonly weights: Float64Array;
  /** Slots picked in this step; `pickedIn[slot]` is the number of the last step that picked it. */
  private readonly picked: number[] = [];
  private readonly pickedIn: Float64Array;
  /** Rows of the last step, by group. */
  private readonly recent: PolicyRow[] = [];
  private generation = 0;
  private readonly picksAt: number;
  private readonly masksAt: number;
  private readonly stride: number;
  private readonly mostPicks: number;
  private turn = 0;
  private stamp = 0;
  private asked = { class: 0, shard: anyShard };
  private readonly places: PickPlaces;

  constructor(parts: StepParts) {
    const { config, map, memory } = parts;
    this.parts = parts;
    this.image = new Int32Array(memory.buffer);
    this.keyView = new Uint32Array(memory.buffer, map.keyWords, config.knobs.codeBits / 32);
    this.key = new Uint32Array(config.knobs.codeBits / 32);
    this.weights = new Float64Array(config.knobs.experts);
    this.pickedIn = new Float64Array(config.knobs.experts);
    this.picksAt = map.picks / 4;
    this.masksAt = map.masks;
    this.stride = map.stride;
    this.mostPicks = config.knobs.picks;
    this.places = this.pickPlaces();
  }

  /** To be called when the experts change: candidates are looked up anew, and slots of the last step mean nothing. */
  expertsChanged(): void {
    this.stamp += 1;
    this.picked.length = 0;
  }

  /** Slots that ran in the last step, in order. */
  lastRun(): readonly number[] {
    return this.picked;
  }

  step(options: StepOptions, randomPath: () => string): StepReport {
    const { kernel } = this.parts;
    this.begin(options);
    const rng = options.policy === 'sampled' ? createRng(randomPath()) : undefined;
    let keys = 0;
    while (kernel.nextGroup() >= 0) {
      const row = this.rowOf(keys);
      keys += 1;
      if (row.stamp !== this.stamp) this.rank(row);
      if (rng !== undefined) pickSampled(row, this.mostPicks, this.places, rng);
      else if (row.isPlain) this.pickPlain(row);
      else pickBest(row, this.mostPicks, this.places);
    }
    this.sortPicked();
    this.runPicked();
    return { keys, experts: this.picked.length };
  }

  /** The row of the group at hand. The lanes often spell the keys of the step before, in the same order. */
  private rowOf(group: number): PolicyRow {
    const { key, recent } = this;
    const { rows } = this.parts;
    grayEncode(this.keyView, key);
    if (rows.generation !== this.generation) recent.length = 0;
    const guess = recent[group];
    if (guess !== undefined && isSameKey(guess.key, key)) return guess;
    const row = rows.row(key);
    this.generation = rows.generation;
    recent[group] = row;
    return row;
  }

  private begin(options: StepOptions): void {
    const { memory, map, config } = this.parts;
    const kind = options.class ?? 0;
    const shard = options.shard ?? anyShard;
    const words = config.knobs.lanes / 32;
    if (options.lanes !== undefined && options.lanes.length !== words) {
      throw new Fault('bem/bad-lanes', `a mask of ${options.lanes.length} words for ${words * 32} lanes`);
    }
    if (kind !== this.asked.class || shard !== this.asked.shard) {
      this.asked = { class: kind, shard };
      this.stamp += 1;
    }
    if (this.image.buffer !== memory.buffer) {
      this.image = new Int32Array(memory.buffer);
      this.keyView = new Uint32Array(memory.buffer, map.keyWords, config.knobs.codeBits / 32);
    }
    if (options.lanes === undefined) this.image.fill(-1, map.remaining / 4, map.remaining / 4 + words);
    else this.image.set(options.lanes, map.remaining / 4);
    this.picked.length = 0;
    this.turn += 1;
  }

  /** Asks ROUTE and orders the candidates by descending weight, ties by id. */
  private rank(row: PolicyRow): void {
    const { router, experts, config } = this.parts;
    const { candidates, picks, explorationFloor } = config.knobs;
    const ranks = experts.idRanks();
    const found = router.query({ key: row.key, ...this.asked, k: candidates }).map((slot) => ({
      slot,
      weight: row.learned.get(experts.at(slot).expert.id) ?? 0,
      rank: ranks[slot]!,
    }));
    found.sort((a, b) => b.weight - a.weight || a.rank - b.rank);
    row.slots = found.map(({ slot }) => slot);
    row.weights = found.map(({ weight }) => weight);
    row.shares = found.length === 0 ? [] : samplingShares(row.weights, explorationFloor);
    row.isPlain = row.slots.slice(0, picks).every((slot) => this.guardOf(slot).length === 0);
    row.stamp = this.stamp;
  }

  private pickPlain(row: PolicyRow): void {
    const { image, picksAt, masksAt, stride } = this;
    const { slots, weights } = row;
    const count = Math.min(this.mostPicks, slots.length);
    image[picksAt] = count;
    for (let i = 0; i < count; i += 1) {
      const slot = slots[i]!;
      const mask = masksAt + slot * stride;
      image[picksAt + 1 + i] = this.count(slot, weights[i]!) ? mask + 1 : mask;
    }
  }

  /** Notes that a slot was picked; true when it is for the first time in this step. */
  private count(slot: number, weight: number): boolean {
    if (this.pickedIn[slot] === this.turn) {
      if (weight > this.weights[slot]!) this.weights[slot] = weight;
      return false;
    }
    this.pickedIn[slot] = this.turn;
    this.weights[slot] = weight;
    this.picked.push(slot);
    return true;
  }

  /** By descending weight, ties by id. Few are picked as a rule, and in nearly that order, so they are inserted in place. */
  private sortPicked(): void {
    const { picked, weights } = this;
    const ranks = this.parts.experts.idRanks();
    if (picked.length > 64) {
      picked.sort((a, b) => weights[b]! - weights[a]! || ranks[a]! - ranks[b]!);
      return;
    }
    for (let i = 1; i < picked.length; i += 1) {
      const slot = picked[i]!;
      const weight = weights[slot]!;
      let at = i;
      while (at > 0) {
        const other = picked[at - 1]!;
        if (weights[other]! > weight || (weights[other] === weight && ranks[other]! < ranks[slot]!)) break;
        picked[at] = other;
        at -= 1;
      }
      picked[at] = slot;
    }
  }

  private runPicked(): void {
    const { code, experts } = this.parts;
    const { picked } = this;
    let from = 0;
    for (let i = 0; i < picked.length; i += 1) {
      const seat = experts.at(picked[i]!);
      if (seat.counters === undefined) continue;
      code.run(picked, from, i);
      runTable(seat.counters, this.tablePlaces(seat));
      from = i + 1;
    }
    code.run(picked, from, picked.length);
  }

  private tablePlaces({ slot, expert }: Seat): TablePlaces {
    const { map, config } = this.parts;
    const words = config.knobs.lanes / 32;
    const at = (plane: number): number => map.planes / 4 + plane * words;
    const mask = map.masks / 4 + slot * words;
    return { image: this.image, reads: expert.reads.map(at), writes: expert.writes.map(at), mask, words };
  }

  private guardOf(slot: number): NonNullable<Seat['expert']['guard']> {
    return this.parts.experts.at(slot).expert.guard ?? noGuard;
  }

  private pickPlaces(): PickPlaces {
    const { map, config } = this.parts;
    const words = config.knobs.lanes / 32;
    const imageNow = (): Int32Array => this.image;
    return {
      get image() {
        return imageNow();
      },
      group: map.group / 4,
      planes: map.planes / 4,
      words,
      guardOf: (slot) => this.guardOf(slot),
      pick: (slot, weight, lanes) => {
        const at = map.masks / 4 + slot * words;
        if (this.count(slot, weight)) this.image.set(lanes, at);
        else for (let w = 0; w < words; w += 1) this.image[at + w] = this.image[at + w]! | lanes[w]!;
      },
    };
  }
}
