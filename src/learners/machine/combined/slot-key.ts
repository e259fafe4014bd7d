import type { FacePorts, PortedBits } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import { grayCodeOf } from '../representation/route/gray-code.ts';

/** Bits of the tag, and of the signature, of a routing key; then those of the sizes. */
const PART_BITS = 24;
const SIZE_BITS = 16;

/** Bits of a routing key of the main machine. */
export const KEY_BITS = 2 * PART_BITS + SIZE_BITS;

/** What a lane is asked with, beside the observation: which kind of task it is, and what its face looks like. */
export interface SlotKey {
  /** INPUT bits, least significant first. */
  readonly bits: readonly boolean[];
  /** The same as a code of ROUTE. */
  readonly code: Uint32Array;
}

/**
 * The routing key of a slot: a tag of the task, a signature of the words of the face, and its sizes, all hashed. Faces of one shape can
 * carry different tasks, so the tag is needed; a fragment can run only where the sizes are its own, and of those that can, the weights choose.
 */
export function slotKeyOf(tag: string, { observation, action }: FacePorts): SlotKey {
  const part = (value: unknown, bits: number): bigint => BigInt(`0x${hashOf(value).slice(0, bits / 4)}`);
  const sizes = part([observation.width, action.width], SIZE_BITS) << BigInt(2 * PART_BITS);
  const signature = part([observation, action].map(countable), PART_BITS) << BigInt(PART_BITS);
  const value = part(tag, PART_BITS) | signature | sizes;
  return {
    bits: Array.from({ length: KEY_BITS }, (_, i) => ((value >> BigInt(i)) & 1n) === 1n),
    code: grayCodeOf(value, 64),
  };
}

/** Words that hold any number have no count of values. */
function countable({ width, ports }: PortedBits): unknown {
  return {
    width,
    ports: ports.map((port) => ({ ...port, values: Number.isFinite(port.values) ? port.values : null })),
  };
}

/** The bits of a key that tell the sizes of the face, by their place in it. */
export function sizesOfKey({ bits }: SlotKey): readonly { readonly at: number; readonly value: boolean }[] {
  return bits.slice(2 * PART_BITS).map((value, i) => ({ at: 2 * PART_BITS + i, value }));
}

/** Whether what can run in one slot can run in the other. */
export function sameSizes(a: SlotKey, b: SlotKey): boolean {
  return sizesOfKey(a).every(({ at, value }) => b.bits[at] === value);
}

/** Whether the faces of two slots have the same words. */
export function sameWords(a: SlotKey, b: SlotKey): boolean {
  return a.bits.every((bit, at) => at < PART_BITS || bit === b.bits[at]);
}
