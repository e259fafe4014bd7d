import { Fault } from '#foundation/kernel';
import { createMemory, type WasmMemory } from '#logic/wasm/run';
import { createKernels, type Kernels } from './kernels/kernels.ts';

const page = 65536;

/**
 * A WebAssembly memory with kernels over it. What is kept (weights, moments) is taken from the bottom; what one call needs is taken
 * above it and given back all at once. Views die when the memory grows, so they are asked for anew after every `take`.
 */
export class Workspace {
  private readonly memory: WasmMemory = createMemory(1);
  readonly kernels: Kernels = createKernels(this.memory);
  private kept = 16;
  private top = 16;
  private floatView = new Float32Array(this.memory.buffer);
  private wordView = new Int32Array(this.memory.buffer);

  /** The memory as floats: index = address / 4. */
  get floats(): Float32Array {
    return this.floatView;
  }

  /** The memory as 32-bit words. */
  get words(): Int32Array {
    return this.wordView;
  }

  /** Room for so many floats that stays; what was taken for a call is lost. */
  keep(floats: number): number {
    this.release();
    const address = this.take(floats);
    this.kept = this.top;
    return address;
  }

  /** Room for so many floats until `release`. Its content is whatever was there. */
  take(floats: number): number {
    const address = this.top;
    this.top += 16 * Math.ceil(floats / 4);
    // Vectors may read a few floats past the end of what they use.
    this.grow(this.top + 64);
    return address;
  }

  /** A place to come back to with `release`. */
  mark(): number {
    return this.top;
  }

  /** Gives back what was taken since the mark, or since the call began. */
  release(mark = this.kept): void {
    this.top = mark;
  }

  private grow(bytes: number): void {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / page));
    } catch (error) {
      const message = `the model needs ${bytes} bytes, more than a WebAssembly memory can have here`;
      throw new Fault('lm/too-large', message, { cause: error, details: { bytes } });
    }
    this.floatView = new Float32Array(this.memory.buffer);
    this.wordView = new Int32Array(this.memory.buffer);
  }

  /** Copies floats within the memory; places are addresses. */
  copy(to: number, from: number, floats: number): void {
    this.floatView.copyWithin(to / 4, from / 4, from / 4 + floats);
  }

  /** Sets floats to 0. */
  clear(at: number, floats: number): void {
    this.floatView.fill(0, at / 4, at / 4 + floats);
  }
}
