import type { FacePorts, PortedBits, WordPort } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import { grayCodeOf } from '../representation/route/gray-code.ts';

/** Bits of the sizes of a face, and of what else it shows. */
const WIDTH_BITS = { observation: 12, action: 10 } as const;
const SIZE_BITS = WIDTH_BITS.observation + WIDTH_BITS.action;
const SHOWN_BITS = 42;

/** Bits of a routing key of the main machine. */
export const KEY_BITS = SHOWN_BITS + SIZE_BITS;

/** What a lane is asked with, beside the observation: what the face of its slot looks like. */
export interface SlotKey {
  /** INPUT bits, least significant first. */
  readonly bits: readonly boolean[];
  /** The same as a code of ROUTE. */
  readonly code: Uint32Array;
}

/**
 * The routing key of a face, from what an observation and an action show: how many words of each kind there are, how many items and how many values
 * they have, each as a thermometer, and both sizes as numbers, which the Gray code of ROUTE takes up. Similar faces have similar keys. Tasks that look
 * alike have the same key: which fragment to trust with it is learnt by reward. A fragment can run only where the sizes are its own.
 *
 * With a name the key is a hash of it: what routing would be if it were told which task it meets.
 */
export function slotKeyOf(face: FacePorts, name?: string): SlotKey {
  const shown = name === undefined ? thermometers(face) : hashedBits(name);
  const bits = [
    ...shown,
    ...numberBits(face.observation.width, WIDTH_BITS.observation),
    ...numberBits(face.action.width, WIDTH_BITS.action),
  ];
  const value = bits.reduce((sum, bit, i) => (bit ? sum | (1n << BigInt(i)) : sum), 0n);
  return { bits, code: grayCodeOf(value, KEY_BITS) };
}

type Count = (ports: readonly WordPort[]) => number;

const having =
  (role: WordPort['role'], isListed?: boolean, isSymbol?: boolean): Count =>
  (ports) =>
    ports.filter(
      (port) =>
        port.role === role &&
        (isListed === undefined || port.repeats.length > 0 === isListed) &&
        (isSymbol === undefined || port.symbol === isSymbol),
    ).length;
const mostValues: Count = (ports) =>
  Math.max(0, ...ports.map(({ values }) => values).filter((values) => Number.isFinite(values)));
const mostItems: Count = (ports) =>
  Math.max(0, ...ports.map(({ repeats }) => repeats.reduce((product, { count }) => product * count, 1)));

/** What is counted on each side of a face, and the marks of its thermometer: bit i is 1 where the count is at least mark i. */
const scales: Readonly<Record<'observation' | 'action', readonly (readonly [Count, readonly number[]])[]>> = {
  observation: [
    [having('word', false, false), [1, 2, 4]],
    [having('word', false, true), [1, 2]],
    [having('word', true, false), [1, 2, 4, 8]],
    [having('word', true, true), [1, 2]],
    [having('length'), [1]],
    [having('mark'), [1]],
    [having('tag'), [1, 2]],
    [having('real'), [1]],
    [mostValues, [3, 5, 9, 17, 65]],
    [mostItems, [4, 8, 16, 32, 64]],
  ],
  action: [
    [having('word', false, false), [1, 2, 4]],
    [having('word', false, true), [1, 2]],
    [having('word', true), [1]],
    [having('length'), [1]],
    [having('tag'), [1, 2]],
    [mostValues, [3, 5, 9, 17, 65]],
    [mostItems, [2, 8]],
  ],
};

function thermometers(face: FacePorts): boolean[] {
  const side = (name: 'observation' | 'action', { ports }: PortedBits): boolean[] =>
    scales[name].flatMap(([count, marks]) => {
      const shown = count(ports);
      return marks.map((mark) => shown >= mark);
    });
  return [...side('observation', face.observation), ...side('action', face.action)];
}

function hashedBits(name: string): boolean[] {
  const hash = BigInt(`0x${hashOf(name).slice(0, 16)}`);
  return Array.from({ length: SHOWN_BITS }, (_, i) => ((hash >> BigInt(i)) & 1n) === 1n);
}

/** A number in so many bits, the least significant first; one that is too large as the largest. */
function numberBits(value: number, bits: number): boolean[] {
  const fitting = Math.min(value, 2 ** bits - 1);
  return Array.from({ length: bits }, (_, i) => Math.floor(fitting / 2 ** i) % 2 === 1);
}

/** The bits of a key that tell the sizes of the face, by their place in it. */
export function sizesOfKey({ bits }: SlotKey): readonly { readonly at: number; readonly value: boolean }[] {
  return bits.slice(SHOWN_BITS).map((value, i) => ({ at: SHOWN_BITS + i, value }));
}

/** Whether what can run in one slot can run in the other. */
export function sameSizes(a: SlotKey, b: SlotKey): boolean {
  return sizesOfKey(a).every(({ at, value }) => b.bits[at] === value);
}

/** In how many bits two keys differ. */
export function keyDistance(a: SlotKey, b: SlotKey): number {
  return a.bits.reduce((sum, bit, at) => sum + (bit === b.bits[at] ? 0 : 1), 0);
}
