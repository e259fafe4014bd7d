import {
  compileLater,
  encodePack,
  type PlacedCircuit,
  type PlaneLayout,
  programOf,
  startInterpreter,
  startPack,
} from '#logic/circuit/compile';
import type { Circuit } from '#logic/circuit/graph';
import { compile, type CompiledModule, type WasmFunction, type WasmMemory } from '#logic/wasm/run';
import type { MachineKnobs } from './knobs.ts';
import type { MemoryMap } from './memory-map.ts';
import { ProgramSpace } from './program-space.ts';

/** When hot experts are compiled: on another thread, at once, or not at all. Results are the same. */
export type CompileMode = 'later' | 'now' | 'never';

/** What has run, and how. */
export interface CodeCounters {
  /** Chunks of 128 lanes computed by compiled code and by the interpreter. */
  compiledChunks: number;
  interpretedChunks: number;
  /** Experts compiled, and modules they came in. */
  compiledExperts: number;
  modules: number;
}

interface Pack {
  readonly run: WasmFunction;
  /** Slots that still use it. */
  live: number;
}

/** The code of one expert; a new object whenever the expert changes. */
interface Code {
  readonly slot: number;
  readonly placed: PlacedCircuit;
  pack: Pack | undefined;
  place: number;
  evaluations: number;
  isQueued: boolean;
}

/**
 * The code of all circuits of a machine. A new circuit runs in the interpreter; one that has run `compileAfter` times is
 * compiled, together with others that are hot by then. Modules are shared by many experts, and thin ones are packed anew,
 * since an engine cannot hold tens of thousands of modules.
 */
export class CodeStore {
  readonly counters: CodeCounters = { compiledChunks: 0, interpretedChunks: 0, compiledExperts: 0, modules: 0 };
  private readonly codes: (Code | undefined)[] = [];
  private readonly packs = new Set<Pack>();
  private readonly hot: Code[] = [];
  private readonly pending = new Set<Promise<void>>();
  private readonly programs: ProgramSpace;
  private readonly interpret: WasmFunction;
  private readonly memory: WasmMemory;
  private readonly knobs: MachineKnobs;
  private readonly map: MemoryMap;
  private readonly mode: CompileMode;
  private list: Int32Array;

  constructor(memory: WasmMemory, knobs: MachineKnobs, map: MemoryMap, mode: CompileMode) {
    this.memory = memory;
    this.knobs = knobs;
    this.map = map;
    this.mode = mode;
    this.programs = new ProgramSpace(memory, map.programs, knobs.memoryMiB);
    this.interpret = startInterpreter(memory, knobs.lanes);
    this.list = new Int32Array(memory.buffer, map.list, 2 * knobs.experts);
  }

  /** Makes a circuit ready to run under a slot, in place of what was there. */
  install(slot: number, circuit: Circuit, layout: PlaneLayout): void {
    const { scratch, stride, zeros } = this.map;
    this.programs.put(slot, programOf(circuit, layout, { scratch, stride, zeros }));
    this.retire(slot);
    const placed = { circuit, layout };
    this.codes[slot] = { slot, placed, pack: undefined, place: 0, evaluations: 0, isQueued: false };
  }

  uninstall(slot: number): void {
    this.programs.drop(slot);
    this.retire(slot);
    this.codes[slot] = undefined;
  }

  isCompiled(slot: number): boolean {
    return this.codes[slot]?.pack !== undefined;
  }

  /** Modules that some expert runs from. */
  get modulesInUse(): number {
    return this.packs.size;
  }

  /** Runs the circuits of slots[from … to) in order, each under its mask. */
  run(slots: Int32Array, from: number, to: number): void {
    if (this.list.buffer !== this.memory.buffer) {
      this.list = new Int32Array(this.memory.buffer, this.map.list, 2 * this.knobs.experts);
    }
    const { masks, stride, list } = this.map;
    let count = 0;
    let pack: Pack | undefined;
    for (let i = from; i < to; i += 1) {
      const code = this.codes[slots[i]!]!;
      if (code.pack !== pack && count > 0) {
        this.counters.compiledChunks += pack!.run(0, list, count);
        count = 0;
      }
      pack = code.pack;
      if (pack === undefined) this.runCold(code);
      else {
        this.list[2 * count] = code.place;
        this.list[2 * count + 1] = masks + code.slot * stride;
        count += 1;
      }
    }
    if (count > 0) this.counters.compiledChunks += pack!.run(0, list, count);
    if (this.hot.length > 0) this.compileHot();
  }

  /** Waits until everything that is being compiled is in use. */
  async settle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  private runCold(code: Code): void {
    const { masks, stride } = this.map;
    const chunks = this.interpret(this.programs.addressOf(code.slot), masks + code.slot * stride);
    this.counters.interpretedChunks += chunks;
    code.evaluations += 1;
    if (this.mode === 'never' || code.isQueued || code.evaluations < this.knobs.compileAfter) return;
    code.isQueued = true;
    this.hot.push(code);
  }

  private compileHot(): void {
    const { packExperts, experts } = this.knobs;
    while (this.hot.length > 0) this.compileTogether(this.hot.splice(0, packExperts));
    if (this.packs.size <= 8 + (2 * experts) / packExperts) return;
    const thin: Code[] = [];
    for (const code of this.codes) if (code?.pack !== undefined && code.pack.live < packExperts / 2) thin.push(code);
    while (thin.length > 0) this.compileTogether(thin.splice(0, packExperts));
  }

  private compileTogether(codes: readonly Code[]): void {
    const { knobs, map } = this;
    const bytes = encodePack(
      codes.map((code) => code.placed),
      { lanes: knobs.lanes, scratch: map.scratch },
    );
    if (this.mode === 'now') return this.adopt(codes, compile(bytes));
    const work = compileLater(bytes).then((module) => {
      this.adopt(codes, module);
      this.pending.delete(work);
    });
    this.pending.add(work);
  }

  /** Lets the experts that are still what was compiled run from the new module. */
  private adopt(codes: readonly Code[], module: CompiledModule): void {
    const current = codes.filter((code) => this.codes[code.slot] === code);
    if (current.length === 0) return;
    const pack: Pack = { run: startPack(module, this.memory), live: 0 };
    this.packs.add(pack);
    this.counters.modules += 1;
    this.counters.compiledExperts += current.length;
    for (const [place, code] of codes.entries()) {
      if (this.codes[code.slot] !== code) continue;
      this.leave(code);
      code.pack = pack;
      code.place = place;
      pack.live += 1;
    }
  }

  private retire(slot: number): void {
    const code = this.codes[slot];
    if (code !== undefined) this.leave(code);
  }

  private leave(code: Code): void {
    const { pack } = code;
    if (pack === undefined) return;
    pack.live -= 1;
    if (pack.live === 0) this.packs.delete(pack);
  }
}
