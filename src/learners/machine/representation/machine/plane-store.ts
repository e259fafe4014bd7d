import { Fault } from '#foundation/kernel';
import type { WasmMemory } from '#logic/wasm/run';
import type { MemoryMap } from './memory-map.ts';
import { type PlaneMap, planeOf, type Region } from './plane-map.ts';

/** The planes of a machine, read and written by plane or by lane. */
export class PlaneStore {
  private readonly memory: WasmMemory;
  private readonly map: MemoryMap;
  private readonly planes: PlaneMap;

  constructor(memory: WasmMemory, map: MemoryMap, planes: PlaneMap) {
    this.memory = memory;
    this.map = map;
    this.planes = planes;
  }

  /** The byte address of a plane. */
  addressOf(plane: number): number {
    if (!(Number.isInteger(plane) && plane >= 0 && plane < this.planes.count)) {
      throw new Fault('bem/no-plane', `plane ${plane} does not exist; there are ${this.planes.count}`);
    }
    return this.map.planes + plane * this.map.stride;
  }

  read(plane: number): Int32Array {
    return this.image(plane).slice();
  }

  write(plane: number, words: Int32Array): void {
    const into = this.image(plane);
    if (words.length !== into.length) {
      throw new Fault('bem/bad-lanes', `${words.length} words for a plane of ${into.length}`);
    }
    into.set(words);
  }

  /** Planes that follow each other, one after the other. */
  readMany(first: number, count: number): Int32Array {
    if (count === 0) return new Int32Array(0);
    this.addressOf(first + count - 1);
    return new Int32Array(this.memory.buffer, this.addressOf(first), (count * this.map.stride) / 4).slice();
  }

  /** Writes planes that follow each other. */
  writeMany(first: number, words: Int32Array): void {
    const each = this.map.stride / 4;
    if (words.length === 0) return;
    if (words.length % each !== 0) throw new Fault('bem/bad-lanes', `${words.length} words for planes of ${each}`);
    this.addressOf(first + words.length / each - 1);
    new Int32Array(this.memory.buffer, this.addressOf(first), words.length).set(words);
  }

  readLane(lane: number, region: Region): boolean[] {
    this.requireLane(lane);
    const { first, size } = this.planes.regions[region];
    return Array.from({ length: size }, (_, i) => {
      const words = this.image(first + i);
      return ((words[lane >>> 5]! >>> (lane & 31)) & 1) === 1;
    });
  }

  writeLane(lane: number, region: Region, bits: readonly boolean[]): void {
    this.requireLane(lane);
    if (bits.length > 0) planeOf(this.planes, region, bits.length - 1);
    for (const [i, bit] of bits.entries()) {
      const words = this.image(planeOf(this.planes, region, i));
      const old = words[lane >>> 5]!;
      words[lane >>> 5] = bit ? old | (1 << (lane & 31)) : old & ~(1 << (lane & 31));
    }
  }

  /** All planes, in the order of their numbers. */
  bytes(): Uint8Array {
    return this.all().slice();
  }

  load(bytes: Uint8Array): void {
    const into = this.all();
    if (bytes.length !== into.length) {
      throw new Fault('bem/bad-snapshot', `${bytes.length} bytes of planes where ${into.length} belong`, {
        details: { field: 'planes' },
      });
    }
    into.set(bytes);
  }

  private all(): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.map.planes, this.planes.count * this.map.stride);
  }

  private image(plane: number): Int32Array {
    return new Int32Array(this.memory.buffer, this.addressOf(plane), this.map.stride / 4);
  }

  private requireLane(lane: number): void {
    const lanes = 8 * this.map.stride;
    if (!(Number.isInteger(lane) && lane >= 0 && lane < lanes)) {
      throw new Fault('bem/bad-lanes', `lane ${lane} does not exist; there are ${lanes}`);
    }
  }
}
