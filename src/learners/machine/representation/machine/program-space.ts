import { Fault, invariant } from '#foundation/kernel';
import type { WasmMemory } from '#logic/wasm/run';
import { requireRoom } from './memory-map.ts';

const pageBytes = 65536;

/** Programs of the interpreter, one per slot, one after the other in memory; gaps are closed when room runs out. */
export class ProgramSpace {
  private readonly programs = new Map<number, { readonly words: Int32Array; address: number }>();
  private readonly memory: WasmMemory;
  private readonly start: number;
  private readonly memoryMiB: number;
  private end: number;

  constructor(memory: WasmMemory, start: number, memoryMiB: number) {
    this.memory = memory;
    this.start = start;
    this.memoryMiB = memoryMiB;
    this.end = start;
  }

  /** Stores a program in place of the slot's old one. When memory would exceed its limit nothing changes. */
  put(slot: number, words: Int32Array): void {
    const bytes = 4 * words.length;
    if (this.end + bytes > this.memory.buffer.byteLength) this.makeRoom(slot, bytes);
    const address = this.end;
    new Int32Array(this.memory.buffer).set(words, address / 4);
    this.programs.set(slot, { words, address });
    this.end += bytes;
  }

  drop(slot: number): void {
    this.programs.delete(slot);
  }

  addressOf(slot: number): number {
    const found = this.programs.get(slot);
    invariant(found !== undefined, 'every circuit has a program');
    return found.address;
  }

  /** Closes the gaps; grows the memory to twice what is needed, within the limit, when that is not enough. */
  private makeRoom(slot: number, bytes: number): void {
    let used = 0;
    for (const [other, { words }] of this.programs) if (other !== slot) used += 4 * words.length;
    const needed = this.start + used + bytes;
    requireRoom(needed, this.memoryMiB);
    const have = this.memory.buffer.byteLength;
    if (needed > have / 2) {
      const wanted = Math.min(2 * needed, this.memoryMiB * 1048576);
      if (wanted > have) growMemory(this.memory, wanted - have);
    }
    const image = new Int32Array(this.memory.buffer);
    this.end = this.start;
    for (const [other, program] of this.programs) {
      if (other === slot) continue;
      image.set(program.words, this.end / 4);
      program.address = this.end;
      this.end += 4 * program.words.length;
    }
  }
}

function growMemory(memory: WasmMemory, bytes: number): void {
  try {
    memory.grow(Math.ceil(bytes / pageBytes));
  } catch (cause) {
    throw new Fault('bem/memory', `the engine gives no ${Math.ceil(bytes / 1048576)} MiB more`, {
      cause,
      details: { field: 'memoryMiB' },
    });
  }
}
