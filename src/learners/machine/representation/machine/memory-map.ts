import { programScratch } from '#logic/circuit/compile';
import { Fault } from '#foundation/kernel';
import type { MachineConfig } from './config.ts';
import { planeMapOf } from './plane-map.ts';

/** Byte addresses of everything in a machine's memory; all planes are `stride` bytes. */
export interface MemoryMap {
  readonly stride: number;
  readonly planes: number;
  readonly zeros: number;
  /** Lanes that no group of this step holds yet. */
  readonly remaining: number;
  /** Lanes of the groups found at one go, at most so many, and their Gray-coded keys. */
  readonly groups: number;
  readonly keys: number;
  readonly mostGroups: number;
  /** The key of the group at hand, a byte for each bit. */
  readonly keyBits: number;
  /** Pairs of addresses: the mask of an expert that a group picked, and the group. */
  readonly pairs: number;
  /** Masks of the experts by slot, and the list of those to run. */
  readonly masks: number;
  readonly list: number;
  readonly scratch: number;
  /** Programs of the interpreter from here on. */
  readonly programs: number;
}

/** More groups are found in several goes. */
const groupsAtOnce = 64;

/** Most outputs a circuit can have: it writes each plane once. */
function outputsOf(config: MachineConfig): number {
  const { state, shared, outputs } = config.knobs;
  return state + shared + outputs;
}

/** Lays a machine out in memory; more than `memoryMiB` is a fault. */
export function memoryMapOf(config: MachineConfig): MemoryMap {
  const { lanes, experts, gates, codeBits, picks, memoryMiB } = config.knobs;
  const stride = lanes / 8;
  const mostGroups = Math.min(lanes, groupsAtOnce);
  let end = 0;
  const area = (bytes: number): number => {
    const at = end;
    end = Math.ceil((end + bytes) / 64) * 64;
    return at;
  };
  const map: MemoryMap = {
    stride,
    scratch: area(programScratch(gates, outputsOf(config)) * stride),
    planes: area(planeMapOf(config.knobs).count * stride),
    zeros: area(stride),
    remaining: area(stride),
    groups: area(mostGroups * stride),
    keys: area((mostGroups * codeBits) / 8),
    mostGroups,
    keyBits: area(codeBits),
    pairs: area(8 * mostGroups * picks),
    masks: area(experts * stride),
    list: area(experts * 8),
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
