import type { FacePorts } from '#contracts';
import { hashOf } from '#kernel';
import { grayCodeOf } from '../route/gray-code.ts';

/** Bits of the tag, and of the signature, of a routing key. */
const PART_BITS = 24;

/** Bits of a routing key of the main machine. */
export const KEY_BITS = 2 * PART_BITS;

/** What a lane is asked with, beside the observation: which kind of task it is, and what its face looks like. */
export interface SlotKey {
  /** INPUT bits, least significant first. */
  readonly bits: readonly boolean[];
  /** The same as a code of ROUTE. */
  readonly code: Uint32Array;
}

/**
 * The routing key of a slot: a tag of the task and a signature of the face, both hashes. Faces of one shape can carry different tasks,
 * so the tag is needed; a fragment applies only where the signature is its own.
 */
export function slotKeyOf(tag: string, { observation, action }: FacePorts): SlotKey {
  const words = [hashOf(tag), hashOf({ observation, action })].map((hash) =>
    BigInt(`0x${hash.slice(0, PART_BITS / 4)}`),
  );
  const value = words[0]! | (words[1]! << BigInt(PART_BITS));
  return {
    bits: Array.from({ length: KEY_BITS }, (_, i) => ((value >> BigInt(i)) & 1n) === 1n),
    code: grayCodeOf(value, 64),
  };
}

/** The bits of a key that tell the shape of the face, by their place in it. */
export function signatureOf({ bits }: SlotKey): readonly { readonly at: number; readonly value: boolean }[] {
  return bits.slice(PART_BITS).map((value, i) => ({ at: PART_BITS + i, value }));
}

/** Whether two keys tell of faces of one shape: what fits one slot fits the other. */
export function sameFace(a: SlotKey, b: SlotKey): boolean {
  return signatureOf(a).every(({ at, value }) => b.bits[at] === value);
}
