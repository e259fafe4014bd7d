import type { PortedBits, WordPort } from '#foundation/contracts/words';
import { isThere, placesOf, readPort, readScalar } from '../word-view.ts';
import type { End } from './term.ts';
import { spell } from './term-value.ts';

/** Values of the tags that are there: which of its forms an observation or an action has. */
export type Situation = readonly { readonly tag: number; readonly value: number }[];

/** The form of some bits. */
export function situationOf(bits: Uint8Array, { ports }: PortedBits): Situation {
  return ports.flatMap((port, tag) => {
    const isTag = port.role === 'tag' && port.repeats.length === 0;
    return isTag && isThere(bits, port, ports) ? [{ tag, value: readScalar(bits, port) }] : [];
  });
}

export function situationKey(situation: Situation): string {
  return situation.map(({ tag, value }) => `${tag}=${value}`).join();
}

/** Ports other than tags that are there in a form, by their places. */
export function portsIn(situation: Situation, ports: readonly WordPort[]): number[] {
  return ports.flatMap(({ role, cases }, index) => {
    const holds = cases.every((one) => situation.some(({ tag, value }) => tag === one.tag && value === one.value));
    return role !== 'tag' && holds ? [index] : [];
  });
}

/** A number that an action says: one word, or a list of digits with either end counting most. */
export interface Said {
  readonly port: number;
  readonly highest?: End;
  /** One more than the highest number that can be said. */
  readonly values: number;
}

const MOST_SAID = 4096;

/** All numbers that actions of a form say; undefined where a word cannot be said so. A list has one way for each end. */
export function saidIn(situation: Situation, { ports }: PortedBits): readonly (readonly Said[])[] | undefined {
  const found: (readonly Said[])[] = [];
  for (const port of portsIn(situation, ports)) {
    const { role, repeats, values } = ports[port]!;
    const [repeat, inner] = repeats;
    if (role !== 'word' || inner !== undefined || repeat?.length !== undefined || repeat?.mark !== undefined)
      return undefined;
    const count = repeat?.count ?? 1;
    if (values ** count > MOST_SAID) return undefined;
    if (count === 1) found.push([{ port, values }]);
    else found.push((['first', 'last'] as const).map((highest) => ({ port, highest, values: values ** count })));
  }
  return found;
}

/** What an action says. */
export function saidNumber(action: Uint8Array, { port, highest }: Said, ports: readonly WordPort[]): number {
  return spell(readPort(action, ports[port]!), ports[port]!.values, highest ?? 'first');
}

/** The words that say a number. */
export function wordsSaying(
  value: number,
  { port, highest }: Said,
  ports: readonly WordPort[],
): { readonly place: number; readonly value: number }[] {
  const places = placesOf(ports[port]!);
  const base = ports[port]!.values;
  return places.map((place, i) => {
    const power = highest === 'last' ? i : places.length - 1 - i;
    return { place, value: Math.floor(value / base ** power) % base };
  });
}
