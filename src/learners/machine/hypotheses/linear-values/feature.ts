import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { placesOf, readScalar, readWord } from '../word-view.ts';

/** A word that a value may depend on: one that is seen, or one that a scalar points at. */
export type Feature =
  | { readonly kind: 'word'; readonly port: number; readonly item: number }
  | { readonly kind: 'pointed'; readonly port: number; readonly by: number; readonly back: number };

/** Past this many values a word is a number, not a name. */
const MOST_VALUES = 64;
/** Words in all that are looked at. */
const MOST_FEATURES = 96;

function isScalar({ repeats, role }: WordPort): boolean {
  return repeats.length === 0 && role !== 'real';
}

/** How many codes a feature has. */
export function codesOf(feature: Feature, ports: readonly WordPort[]): number {
  const { values } = ports[feature.port]!;
  return feature.kind === 'word' ? values : values + 1;
}

/** Features of a face that vary in practice: scalars first, then what scalars point at, then the items of lists. */
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
  return [...scalars, ...pointedOf(ports, scalars), ...items].slice(0, MOST_FEATURES);
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

/** Reads the codes of features off an observation. */
export type FeatureReader = (observation: Uint8Array) => Uint8Array;

export function featureReader(features: readonly Feature[], { observation: { ports } }: FacePorts): FeatureReader {
  const readers = features.map((feature) => {
    if (feature.kind === 'pointed') return pointedReader(feature, ports);
    const { width } = ports[feature.port]!;
    const place = placesOf(ports[feature.port]!)[feature.item]!;
    return (bits: Uint8Array): number => readWord(bits, place, width);
  });
  return (observation) => Uint8Array.from(readers, (read) => read(observation));
}

function pointedReader({ port, by, back }: Extract<Feature, { kind: 'pointed' }>, ports: readonly WordPort[]) {
  const [list, index] = [ports[port]!, ports[by]!];
  const places = placesOf(list);
  return (bits: Uint8Array): number => {
    const place = places[readScalar(bits, index) - back];
    return place === undefined ? list.values : readWord(bits, place, list.width);
  };
}
