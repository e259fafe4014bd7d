import { programScratch } from '#circuit';
import { Fault } from '#kernel';
import type { MachineConfig } from './config.ts';
import { planeMapOf } from './plane-map.ts';

/** Byte addresses of everything in a machine's memory; all planes are `stride` bytes. */
export interface MemoryMap {
  readonly stride: number;
  readonly planes: number;
  readonly zeros: number;
  /** Lanes that no group of this step holds yet, and the lanes of the group at hand. */
  readonly remaining: number;
  readonly group: number;
  /** The key of the group at hand, bit by bit and packed. */
  readonly keyBits: number;
  readonly keyWords: number;
  /** How many experts the lanes of the group pick, and the addresses of their masks. */
  readonly picks: number;
  /** Masks of the experts by slot, and the list of those to run. */
  readonly masks: number;
  readonly list: number;
  readonly scratch: number;
  /** Programs of the interpreter from here on. */
  readonly programs: number;
}

/** Most outputs a circuit can have: it writes each plane once. */
function outputsOf(config: MachineConfig): number {
  const { state, shared, outputs } = config.knobs;
  return state + shared + outputs;
}

/** Lays a machine out in memory; more than `memoryMiB` is a fault. */
export function memoryMapOf(config: MachineConfig): MemoryMap {
  const { lanes, experts, gates, codeBits, picks, memoryMiB } = config.knobs;
  const stride = lanes / 8;
  let end = 64;
  const area = (bytes: number): number => {
    const at = end;
    end = Math.ceil((end + bytes) / 64) * 64;
    return at;
  };
  const map: MemoryMap = {
    stride,
    planes: area(planeMapOf(config.knobs).count * stride),
    zeros: area(stride),
    remaining: area(stride),
    group: area(stride),
    keyBits: area(4 * codeBits),
    keyWords: area(codeBits / 8),
    picks: area(4 + 4 * picks),
    masks: area(experts * stride),
    list: area(experts * 8),
    scratch: area(programScratch(gates, outputsOf(config)) * stride),
    programs: end,
  };
  requireRoom(map.programs, memoryMiB);
  return map;
}

/** Throws when so many bytes are more than a machine may have. */
export function requireRoom(bytes: number, memoryMiB: number): void {
  if (bytes <= memoryMiB * 1048576) return;
  throw new Fault('bem/memory', `the machine needs ${Math.ceil(bytes / 1048576)} MiB and may have ${memoryMiB}`, {
    details: { field: 'memoryMiB', bytes, memoryMiB },
  });
}
