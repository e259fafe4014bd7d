import { featuresOf } from './features.ts';

/** Columns kept beside the bits of the bit face. */
const MOST_FEATURES = 2048;
const MOST_BITS = 2048;
/** Observations from which the columns are chosen. */
const LOOKED_AT = 400;
const BINS = 24;

/** One observation: its features and its bits. */
export interface Seen {
  readonly observation: unknown;
  readonly bits: Uint8Array;
}

/**
 * Named columns: the features that vary over the first observations and show in at least one of a hundred, then the
 * bits of the bit face. `row` describes an observation in these columns; what it does not have is 0.
 */
export class Columns {
  readonly names: readonly string[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly bits: number;

  constructor(seen: readonly Seen[]) {
    const stats = new Map<string, { rows: number; low: number; high: number }>();
    const looked = seen.slice(0, LOOKED_AT);
    for (const { observation } of looked) {
      featuresOf(observation, (name, value) => {
        const known = stats.get(name);
        if (known === undefined) stats.set(name, { rows: 1, low: value, high: value });
        else {
          known.rows += 1;
          known.low = Math.min(known.low, value);
          known.high = Math.max(known.high, value);
        }
      });
    }
    const kept = [...stats]
      .filter(([, { rows, low, high }]) => rows >= looked.length / 100 && (low < high || rows < looked.length))
      .slice(0, MOST_FEATURES)
      .map(([name]) => name);
    this.bits = Math.min(MOST_BITS, seen[0]?.bits.length ?? 0);
    this.places = new Map(kept.map((name, i) => [name, i]));
    this.names = [...kept, ...Array.from({ length: this.bits }, (_, i) => `bit ${i}`)];
  }

  row({ observation, bits }: Seen): Float32Array {
    const row = new Float32Array(this.names.length);
    featuresOf(observation, (name, value) => {
      const place = this.places.get(name);
      if (place !== undefined) row[place] = value;
    });
    row.set(bits.subarray(0, this.bits), this.names.length - this.bits);
    return row;
  }
}

/** Rows with their columns cut into at most 24 bins each, by quantiles; `edges[c][b]` is the largest value of bin b. */
export interface Binned {
  readonly rows: readonly Float32Array[];
  readonly edges: readonly (readonly number[])[];
  /** `bins[c][r]` is the bin of row r in column c. */
  readonly bins: readonly Uint8Array[];
}

/** Cuts every column by the quantiles of its values. */
export function binned(rows: readonly Float32Array[], columns: number): Binned {
  const edges: number[][] = [];
  const bins: Uint8Array[] = [];
  for (let column = 0; column < columns; column += 1) {
    const values = Float32Array.from(rows, (row) => row[column]!);
    const cuts = cutsOf(values.slice().sort());
    edges.push(cuts);
    bins.push(Uint8Array.from(values, (value) => binOf(cuts, value)));
  }
  return { rows, edges, bins };
}

function cutsOf(sorted: Float32Array): number[] {
  const different: number[] = [];
  for (const value of sorted) if (different.at(-1) !== value && different.push(value) > BINS) break;
  if (different.length <= BINS) return different;
  const cuts = new Set(
    Array.from({ length: BINS }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / BINS) - 1]!),
  );
  return [...cuts];
}

function binOf(cuts: readonly number[], value: number): number {
  let low = 0;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value <= cuts[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}
