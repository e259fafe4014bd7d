import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { placesOf, readReal, readWord } from '../word-view.ts';

/** A word of the observation that has a place of its own: a scalar, or one item of a list. */
export interface Leaf {
  readonly port: number;
  /** Which item, the outermost list slowest. */
  readonly item: number;
}

/** What a reward is a sum of, for the state that is entered: lists read there, alone, times a scalar, or whether one action on such a list is set. */
export type RewardTerm =
  | { readonly kind: 'one' }
  | { readonly kind: 'list'; readonly list: number }
  | { readonly kind: 'scaled'; readonly list: number; readonly scalar: number }
  | { readonly kind: 'near'; readonly list: number };

/** Which word is the state, and which steps by one. */
export interface CopyBinding {
  readonly state: number;
  /** A word that steps by one, or null where none does. */
  readonly clock: number | null;
}

/** The next state is a word copied from the observation, mostly from one place, else from another; rewards are sums of terms. */
export interface CopyHypothesis {
  readonly binding: CopyBinding;
  readonly actions: readonly (readonly number[])[];
  /** One entry for each action and state. */
  readonly first: readonly (readonly Leaf[])[];
  readonly second: readonly (readonly Leaf[])[];
  /** How often the second is copied. */
  readonly slip: number;
  readonly terms: readonly { readonly term: RewardTerm; readonly weight: number }[];
  /** Steps at most, and the value of the clock when none is left. */
  readonly horizon: number;
  readonly end: number;
  /** The largest reward seen, without its sign. */
  readonly scale: number;
}

const MOST_STATES = 32;
const FEWEST_STATES = 3;

export function isScalarWord({ role, repeats, cases }: WordPort): boolean {
  return role === 'word' && repeats.length === 0 && cases.length === 0;
}

/** Scalars that can be a state: some list is as long as they have values, and other words can be copied into them. */
export function statePorts({ observation: { ports } }: FacePorts): number[] {
  return ports.flatMap((port, index) => {
    const { values } = port;
    if (!isScalarWord(port) || values < FEWEST_STATES || values > MOST_STATES) return [];
    return listsOfStates(ports, values).length > 0 && leavesLike(ports, index).length >= values ? [index] : [];
  });
}

/** Lists with an item for each state. */
export function listsOfStates(ports: readonly WordPort[], states: number): number[] {
  return ports.flatMap(({ role, repeats, cases, values }, index) =>
    role === 'word' && repeats.length === 1 && cases.length === 0 && repeats[0]!.count === states && values <= 16
      ? [index]
      : [],
  );
}

/** Every word that has the range of the state. */
export function leavesLike(ports: readonly WordPort[], state: number): Leaf[] {
  const { width, values, low } = ports[state]!;
  return ports.flatMap((port, index) => {
    const isLike = port.role === 'word' && port.width === width && port.values === values && port.low === low;
    if (!isLike || index === state || port.cases.length > 0) return [];
    return placesOf(port).map((_, item) => ({ port: index, item }));
  });
}

/** Scalars that a price may be: numbers with a wide range. */
export function scalarsOf({ observation: { ports } }: FacePorts, binding: CopyBinding): number[] {
  return ports.flatMap((port, index) => {
    if (index === binding.state || index === binding.clock || port.repeats.length > 0 || port.cases.length > 0)
      return [];
    return port.role === 'real' || (port.role === 'word' && port.values > 8) ? [index] : [];
  });
}

/** A scalar as a number. */
export function numberAt(bits: Uint8Array, { role, offset, width, low }: WordPort): number {
  return role === 'real' ? readReal(bits, offset) : low + readWord(bits, offset, width);
}

/** The place of a leaf. */
export function placeOf({ port, item }: Leaf, ports: readonly WordPort[]): number {
  const { offset, repeats } = ports[port]!;
  let [place, left] = [offset, item];
  for (const { count, stride } of repeats.toReversed()) {
    place += (left % count) * stride;
    left = Math.floor(left / count);
  }
  return place;
}
