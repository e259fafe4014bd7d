import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { placesOf, readScalar, readWord } from '../word-view.ts';

/** A word that a value may depend on: one that is seen, one that a scalar points at, or how often two values came together. */
export type Feature =
  | { readonly kind: 'word'; readonly port: number; readonly item: number }
  | { readonly kind: 'pointed'; readonly port: number; readonly by: number; readonly back: number }
  | { readonly kind: 'tally'; readonly ports: readonly [number, number]; readonly values: readonly [number, number] };

/** Past this many values a word is a number, not a name. */
const MOST_VALUES = 64;
/** Tallies count up to here. */
export const MOST_TALLY = 15;
/** Pairs of values that one pair of words may be tallied by. */
const MOST_PAIRS = 16;
/** Words in all that are looked at. */
const MOST_FEATURES = 96;

function isScalar({ repeats, role }: WordPort): boolean {
  return repeats.length === 0 && role !== 'real';
}

/** How many codes a feature has. */
export function codesOf(feature: Feature, ports: readonly WordPort[]): number {
  if (feature.kind === 'tally') return MOST_TALLY + 1;
  const { values } = ports[feature.port]!;
  return feature.kind === 'word' ? values : values + 1;
}

/** Features of a face that vary in practice: scalars first, then tallies, then what scalars point at, then the items of lists. */
export function featuresOf({ observation: { ports } }: FacePorts, episodes: readonly BitEpisode[]): Feature[] {
  const seen = episodes.flatMap(({ steps }) => steps.map(({ observation }) => observation));
  const valuesAt = (port: WordPort, place: number): Set<number> =>
    new Set(seen.map((bits) => readWord(bits, place, port.width)));
  const scalars: Feature[] = [];
  const items: Feature[] = [];
  for (const [index, port] of ports.entries()) {
    if (port.role === 'real' || port.values > MOST_VALUES) continue;
    for (const [item, place] of placesOf(port).entries()) {
      if (valuesAt(port, place).size > 1) (isScalar(port) ? scalars : items).push({ kind: 'word', port: index, item });
    }
  }
  const all = [...scalars, ...talliesOf(ports, valuesAt), ...pointedOf(ports, scalars)];
  return [...all, ...items].slice(0, MOST_FEATURES);
}

/** Words of a list at a place that a scalar names: it has as many values as the list has items, or one more for none. */
function pointedOf(ports: readonly WordPort[], scalars: readonly Feature[]): Feature[] {
  return scalars.flatMap((scalar) => {
    if (scalar.kind !== 'word' || ports[scalar.port]!.symbol || ports[scalar.port]!.role !== 'word') return [];
    const { values } = ports[scalar.port]!;
    return ports.flatMap(({ repeats, role, values: codes }, port) => {
      const [repeat, inner] = repeats;
      if (repeat === undefined || inner !== undefined || role !== 'word' || codes > MOST_VALUES || repeat.count < 2)
        return [];
      const backs = values === repeat.count ? [0] : values === repeat.count + 1 ? [0, 1] : [];
      return backs.map((back): Feature => ({ kind: 'pointed', port, by: scalar.port, back }));
    });
  });
}

/** Pairs of words of one record that is there at times: how often each pair of their values was seen so far in the episode. */
function talliesOf(
  ports: readonly WordPort[],
  valuesAt: (port: WordPort, place: number) => ReadonlySet<number>,
): Feature[] {
  const found: Feature[] = [];
  for (const [i, a] of ports.entries()) {
    for (let j = i + 1; j < ports.length; j += 1) {
      const b = ports[j]!;
      const isRecord = a.cases.length > 0 && JSON.stringify(a.cases) === JSON.stringify(b.cases);
      if (!isRecord || !isScalar(a) || !isScalar(b)) continue;
      const [first, second] = [valuesAt(a, a.offset), valuesAt(b, b.offset)];
      if (first.size * second.size > MOST_PAIRS || first.size * second.size === 1) continue;
      for (const x of [...first].sort((p, q) => p - q)) {
        for (const y of [...second].sort((p, q) => p - q)) {
          found.push({ kind: 'tally', ports: [i, j], values: [x, y] });
        }
      }
    }
  }
  return found;
}

/** Reads features off observations, one episode after the other. */
export class FeatureReader {
  private readonly read1: readonly ((observation: Uint8Array) => number)[];
  private readonly tallies: Uint8Array;

  constructor(features: readonly Feature[], { observation: { ports } }: FacePorts) {
    this.tallies = new Uint8Array(features.length);
    this.read1 = features.map((feature, i) => {
      switch (feature.kind) {
        case 'word': {
          const { width } = ports[feature.port]!;
          const place = placesOf(ports[feature.port]!)[feature.item]!;
          return (bits) => readWord(bits, place, width);
        }
        case 'pointed':
          return pointedReader(feature, ports);
        case 'tally':
          return this.tallyReader(feature, i, ports);
      }
    });
  }

  begin(): void {
    this.tallies.fill(0);
  }

  /** The codes of the features; what was seen is counted first. */
  read(observation: Uint8Array): Uint8Array {
    const codes = new Uint8Array(this.read1.length);
    for (let i = 0; i < codes.length; i += 1) codes[i] = this.read1[i]!(observation);
    return codes;
  }

  private tallyReader(feature: Extract<Feature, { kind: 'tally' }>, i: number, ports: readonly WordPort[]) {
    const { tallies } = this;
    const [a, b] = [ports[feature.ports[0]]!, ports[feature.ports[1]]!];
    const tags = a.cases.map(({ tag, value }) => ({ port: ports[tag]!, value }));
    const [x, y] = feature.values;
    return (bits: Uint8Array): number => {
      const isSeen =
        readScalar(bits, a) === x &&
        readScalar(bits, b) === y &&
        tags.every(({ port, value }) => readScalar(bits, port) === value);
      if (isSeen && tallies[i]! < MOST_TALLY) tallies[i]! += 1;
      return tallies[i]!;
    };
  }
}

function pointedReader({ port, by, back }: Extract<Feature, { kind: 'pointed' }>, ports: readonly WordPort[]) {
  const [list, index] = [ports[port]!, ports[by]!];
  const places = placesOf(list);
  return (bits: Uint8Array): number => {
    const place = places[readScalar(bits, index) - back];
    return place === undefined ? list.values : readWord(bits, place, list.width);
  };
}
