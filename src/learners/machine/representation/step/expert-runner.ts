import type { WasmMemory } from '#logic/wasm/run';
import type { CodeStore } from '../machine/code-store.ts';
import type { MachineConfig } from '../machine/config.ts';
import { runTable, type TablePlaces } from '../machine/counter-table.ts';
import type { ExpertSet, Seat } from '../machine/expert-set.ts';
import type { MemoryMap } from '../machine/memory-map.ts';

/** What running experts needs. */
export interface RunnerParts {
  readonly config: MachineConfig;
  readonly map: MemoryMap;
  readonly memory: WasmMemory;
  readonly experts: ExpertSet;
  readonly code: CodeStore;
}

/** Runs experts one after the other, each under the mask of its slot: circuits as code, tables here. */
export class ExpertRunner {
  private readonly parts: RunnerParts;
  private image: Int32Array;

  constructor(parts: RunnerParts) {
    this.parts = parts;
    this.image = new Int32Array(parts.memory.buffer);
  }

  /** Runs the first `count` of the slots. */
  run(slots: Int32Array, count: number): void {
    const { code, experts } = this.parts;
    let from = 0;
    for (let i = 0; i < count; i += 1) {
      const seat = experts.at(slots[i]!);
      if (seat.counters === undefined) continue;
      code.run(slots, from, i);
      runTable(seat.counters, this.placesOf(seat));
      from = i + 1;
    }
    code.run(slots, from, count);
  }

  /** Where a table works. */
  placesOf({ slot, expert }: Seat): TablePlaces {
    const { map, config, memory } = this.parts;
    if (this.image.buffer !== memory.buffer) this.image = new Int32Array(memory.buffer);
    const words = config.knobs.lanes / 32;
    const at = (plane: number): number => map.planes / 4 + plane * words;
    const mask = map.masks / 4 + slot * words;
    return { image: this.image, reads: expert.reads.map(at), writes: expert.writes.map(at), mask, words };
  }
}
