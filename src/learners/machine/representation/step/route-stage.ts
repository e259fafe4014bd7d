import type { Rng } from '#foundation/kernel';
import type { WasmMemory } from '#logic/wasm/run';
import type { MachineConfig } from '../machine/config.ts';
import type { ExpertRunner } from './expert-runner.ts';
import type { ExpertSet } from '../machine/expert-set.ts';
import type { LaneKernel } from './lane-kernel.ts';
import type { MemoryMap } from '../machine/memory-map.ts';
import { pickBest, type PickPlaces } from './pick-best.ts';
import { pickSampled } from './pick-sampled.ts';
import type { PolicyRows, Ranking } from './policy-rows.ts';
import { RankingCache } from '../route/ranking-cache.ts';
import type { Router } from '../route/router.ts';
import { sortByWeight } from './sort-by-weight.ts';

/** The parts of a machine that routing works with. */
export interface RouteParts {
  readonly config: MachineConfig;
  readonly map: MemoryMap;
  readonly memory: WasmMemory;
  readonly kernel: LaneKernel;
  readonly experts: ExpertSet;
  readonly rows: PolicyRows;
  readonly router: Router;
  readonly runner: ExpertRunner;
}

/**
 * Groups the lanes in `remaining` by routing key; per key asks ROUTE for candidates and lets the policy pick; runs each picked
 * expert once, by descending weight, under the mask of the lanes that picked it.
 *
 * An expert that several keys picked counts with the highest of its weights; ties go by id. The cost depends on keys,
 * candidates, picks, gates and lanes, not on how many steps came before.
 */
export class RouteStage {
  private readonly parts: RouteParts;
  private readonly cache: RankingCache;
  private image: Int32Array;
  private keys: Uint32Array;
  private readonly weights: Float64Array;
  /** Slots picked in this turn, the first `count`; `pickedIn[slot]` is the number of the last turn that picked it. */
  private readonly picked: Int32Array;
  private count = 0;
  private readonly pickedIn: Float64Array;
  /** Pairs of masks and groups that wait to be joined. */
  private pairs = 0;
  private turn = 0;
  private readonly places: PickPlaces;

  constructor(parts: RouteParts) {
    const { config, map, memory } = parts;
    this.parts = parts;
    this.cache = new RankingCache(parts);
    this.image = new Int32Array(memory.buffer);
    this.keys = keysIn(memory, map, config);
    this.weights = new Float64Array(config.knobs.experts);
    this.picked = new Int32Array(config.knobs.experts);
    this.pickedIn = new Float64Array(config.knobs.experts);
    this.places = this.pickPlaces();
  }

  /** To be called when the experts change: candidates are looked up anew. */
  expertsChanged(): void {
    this.cache.expertsChanged();
  }

  /** Routes and runs; gives the number of distinct keys. Without a random stream the best candidates are picked. */
  run(kind: number, shard: number, rng: Rng | undefined): number {
    const { kernel, experts, runner, map } = this.parts;
    const { cache } = this;
    this.begin(kind, shard);
    const keyWords = this.keys.length / map.mostGroups;
    let keys = 0;
    for (let found = map.mostGroups; found === map.mostGroups;) {
      found = kernel.findGroups();
      for (let group = 0; group < found; group += 1) {
        const ranking = cache.rankingOf(keys, this.keys, group * keyWords);
        const at = map.groups + group * map.stride;
        keys += 1;
        if (rng === undefined && ranking.plain !== undefined) this.pickPlain(ranking.plain, ranking.weights, at);
        else this.pickByLane(ranking, at, rng);
      }
      this.joinPairs();
    }
    sortByWeight(this.picked, this.count, this.weights, experts.idRanks());
    runner.run(this.picked, this.count);
    return keys;
  }

  /** How many slots the last turn ran. */
  get lastCount(): number {
    return this.count;
  }

  /** Slots that the last turn ran, in order; valid until the next. */
  lastRun(): Int32Array {
    return this.picked.subarray(0, this.count);
  }

  private begin(kind: number, shard: number): void {
    const { memory, map, config } = this.parts;
    if (this.image.buffer !== memory.buffer) {
      this.image = new Int32Array(memory.buffer);
      this.keys = keysIn(memory, map, config);
    }
    this.cache.ask(kind, shard);
    this.count = 0;
    this.turn += 1;
  }

  /** All lanes of a group pick the same: their mask and the group become pairs. */
  private pickPlain(slots: Int32Array, weights: Float64Array, group: number): void {
    const { image } = this;
    const { masks, stride, pairs } = this.parts.map;
    let at = pairs / 4 + 2 * this.pairs;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i]!;
      const mask = masks + slot * stride;
      image[at] = this.isFirst(slot, weights[i]!) ? mask + 1 : mask;
      image[at + 1] = group;
      at += 2;
    }
    this.pairs += slots.length;
  }

  /** Lanes of a group pick each for itself. The pairs come first, since one may yet begin a mask that lanes are added to. */
  private pickByLane(ranking: Ranking, group: number, rng: Rng | undefined): void {
    const { places, image } = this;
    this.joinPairs();
    const lanes = image.slice(group / 4, group / 4 + places.words);
    if (rng === undefined) pickBest(ranking, lanes, places);
    else pickSampled(ranking, lanes, places, rng);
  }

  private joinPairs(): void {
    if (this.pairs > 0) this.parts.kernel.joinGroups(this.pairs);
    this.pairs = 0;
  }

  /** Notes that a slot was picked; true when it is for the first time in this turn. */
  private isFirst(slot: number, weight: number): boolean {
    if (this.pickedIn[slot] === this.turn) {
      if (weight > this.weights[slot]!) this.weights[slot] = weight;
      return false;
    }
    this.pickedIn[slot] = this.turn;
    this.weights[slot] = weight;
    this.picked[this.count] = slot;
    this.count += 1;
    return true;
  }

  private pickPlaces(): PickPlaces {
    const { map, config, experts } = this.parts;
    const words = config.knobs.lanes / 32;
    const imageNow = (): Int32Array => this.image;
    return {
      get image() {
        return imageNow();
      },
      picks: config.knobs.picks,
      planes: map.planes / 4,
      words,
      guardOf: (slot) => experts.guardOf(slot),
      pick: (slot, weight, lanes) => {
        const at = map.masks / 4 + slot * words;
        if (this.isFirst(slot, weight)) this.image.set(lanes, at);
        else for (let w = 0; w < words; w += 1) this.image[at + w] = this.image[at + w]! | lanes[w]!;
      },
    };
  }
}

function keysIn(memory: WasmMemory, map: MemoryMap, config: MachineConfig): Uint32Array {
  return new Uint32Array(memory.buffer, map.keys, (map.mostGroups * config.knobs.codeBits) / 32);
}
