import type { Rng } from '#kernel';
import type { WasmMemory } from '#wasm';
import type { MachineConfig } from './config.ts';
import type { ExpertRunner } from './expert-runner.ts';
import type { ExpertSet } from './expert-set.ts';
import type { LaneKernel } from './lane-kernel.ts';
import type { MemoryMap } from './memory-map.ts';
import { pickBest, type PickPlaces } from './pick-best.ts';
import { pickSampled } from './pick-sampled.ts';
import type { PolicyRows, Ranking } from './policy-rows.ts';
import { RankingCache } from './ranking-cache.ts';
import type { Router } from './router.ts';
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
  private keyView: Uint32Array;
  private readonly weights: Float64Array;
  /** Slots picked in this turn; `pickedIn[slot]` is the number of the last turn that picked it. */
  private readonly picked: number[] = [];
  private readonly pickedIn: Float64Array;
  private readonly picksAt: number;
  private readonly masksAt: number;
  private readonly stride: number;
  private readonly mostPicks: number;
  private turn = 0;
  private readonly places: PickPlaces;

  constructor(parts: RouteParts) {
    const { config, map, memory } = parts;
    this.parts = parts;
    this.cache = new RankingCache(parts);
    this.image = new Int32Array(memory.buffer);
    this.keyView = new Uint32Array(memory.buffer, map.keyWords, config.knobs.codeBits / 32);
    this.weights = new Float64Array(config.knobs.experts);
    this.pickedIn = new Float64Array(config.knobs.experts);
    this.picksAt = map.picks / 4;
    this.masksAt = map.masks;
    this.stride = map.stride;
    this.mostPicks = config.knobs.picks;
    this.places = this.pickPlaces();
  }

  /** To be called when the experts change: candidates are looked up anew. */
  expertsChanged(): void {
    this.cache.expertsChanged();
  }

  /** Routes and runs; gives the number of distinct keys. Without a random stream the best candidates are picked. */
  run(kind: number, shard: number, rng: Rng | undefined): number {
    const { kernel, experts, runner } = this.parts;
    this.begin(kind, shard);
    let keys = 0;
    while (kernel.nextGroup() >= 0) {
      const ranking = this.cache.rankingOf(keys, this.keyView);
      keys += 1;
      if (rng !== undefined) pickSampled(ranking, this.mostPicks, this.places, rng);
      else if (ranking.isPlain) this.pickPlain(ranking);
      else pickBest(ranking, this.mostPicks, this.places);
    }
    sortByWeight(this.picked, this.weights, experts.idRanks());
    runner.run(this.picked);
    return keys;
  }

  /** Slots that the last turn ran, in order; valid until the next. */
  lastRun(): readonly number[] {
    return this.picked;
  }

  private begin(kind: number, shard: number): void {
    const { memory, map, config } = this.parts;
    if (this.image.buffer !== memory.buffer) {
      this.image = new Int32Array(memory.buffer);
      this.keyView = new Uint32Array(memory.buffer, map.keyWords, config.knobs.codeBits / 32);
    }
    this.cache.ask(kind, shard);
    this.picked.length = 0;
    this.turn += 1;
  }

  private pickPlain({ slots, weights }: Ranking): void {
    const { image, picksAt, masksAt, stride } = this;
    const count = Math.min(this.mostPicks, slots.length);
    image[picksAt] = count;
    for (let i = 0; i < count; i += 1) {
      const slot = slots[i]!;
      const mask = masksAt + slot * stride;
      image[picksAt + 1 + i] = this.count(slot, weights[i]!) ? mask + 1 : mask;
    }
  }

  /** Notes that a slot was picked; true when it is for the first time in this turn. */
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

  private pickPlaces(): PickPlaces {
    const { map, config, experts } = this.parts;
    const words = config.knobs.lanes / 32;
    const imageNow = (): Int32Array => this.image;
    return {
      get image() {
        return imageNow();
      },
      group: map.group / 4,
      planes: map.planes / 4,
      words,
      guardOf: (slot) => experts.guardOf(slot),
      pick: (slot, weight, lanes) => {
        const at = map.masks / 4 + slot * words;
        if (this.count(slot, weight)) this.image.set(lanes, at);
        else for (let w = 0; w < words; w += 1) this.image[at + w] = this.image[at + w]! | lanes[w]!;
      },
    };
  }
}
