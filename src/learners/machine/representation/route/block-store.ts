import { Fault } from '#foundation/kernel';
import type { WasmMemory } from '#logic/wasm/run';

const PAGE = 65536;
/** Kernels read up to four bytes past the last code. */
const SLACK = 64;

/** Blocks of a growing memory, each a power of two of at least 64 bytes; a freed block serves the next request of its size. */
export class BlockStore {
  readonly memory: WasmMemory;
  private readonly maxBytes: number;
  private readonly free = new Map<number, number[]>();
  private top: number;
  private view = new Uint32Array();

  constructor(memory: WasmMemory, start: number, maxBytes: number) {
    this.memory = memory;
    this.maxBytes = maxBytes;
    this.top = (start + 63) & ~63;
  }

  /** All of memory as words; a new view after memory has grown. */
  words(): Uint32Array {
    const { buffer } = this.memory;
    if (this.view.buffer !== buffer) this.view = new Uint32Array(buffer);
    return this.view;
  }

  /** Bytes handed out so far, freed ones included. */
  get usedBytes(): number {
    return this.top;
  }

  /** One block for each size, or a fault before anything has changed. */
  allocate(what: string, sizes: readonly number[]): number[] {
    const rounded = sizes.map(blockSize);
    const waiting = new Map([...this.free].map(([size, blocks]) => [size, blocks.length]));
    let grown = this.top;
    for (const size of rounded) {
      const left = waiting.get(size) ?? 0;
      if (left > 0) waiting.set(size, left - 1);
      else grown += size;
    }
    this.reserve(what, grown + SLACK);
    return rounded.map((size) => this.free.get(size)?.pop() ?? this.extend(size));
  }

  release(address: number, size: number): void {
    const rounded = blockSize(size);
    const blocks = this.free.get(rounded);
    if (blocks) blocks.push(address);
    else this.free.set(rounded, [address]);
  }

  private extend(size: number): number {
    const address = this.top;
    this.top += size;
    return address;
  }

  private reserve(what: string, bytes: number): void {
    const { memory, maxBytes } = this;
    if (bytes <= memory.buffer.byteLength) return;
    if (bytes > maxBytes) {
      throw new Fault('bem/route-full', `${what} needs ${bytes} bytes of memory; the limit is ${maxBytes}`, {
        details: { bytes, maxBytes },
      });
    }
    try {
      memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE));
    } catch (cause) {
      throw new Fault('bem/route-full', `${what}: the engine gives no ${bytes} bytes`, { cause, details: { bytes } });
    }
  }
}

function blockSize(bytes: number): number {
  return 2 ** Math.max(6, Math.ceil(Math.log2(bytes)));
}
