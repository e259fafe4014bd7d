/**
 * How a set of weights is routed: by the key of the symbol alone, by it with the bits of the symbol seen so far, by the
 * number of contexts that are known at this place, or by what the longest match expects.
 */
export type WeightRoute = 'key' | 'partial' | 'hits' | 'expected';

/** One set of weights: a row of weights per routing key. */
export interface WeightSet {
  readonly name: string;
  readonly route: WeightRoute;
  /** Keys it tells apart. */
  readonly keys: number;
}

/** What a predictor is made of. Everything its memory and its code depend on. */
export interface PredictorShape {
  /** Experts with a table of counters in the shared memory of buckets: one per context. */
  readonly contexts: readonly string[];
  /** What each context adds, where it is known, to the number that sets routed by known contexts go by. */
  readonly knownSteps: readonly number[];
  /**
   * For each context, the longer one that keeps it from learning where that one is known, or −1. Such a context counts in how
   * many longer contexts a bit came, not how often: what to expect where the longer one is new.
   *
   * @source Kneser & Ney 1995, Improved backing-off for m-gram language modeling; update exclusion: Moffat 1990 (PPMC)
   */
  readonly learnsUnless: readonly number[];
  /** Experts that follow the last occurrence of a long context. */
  readonly matches: readonly string[];
  /** Lengths a match is told apart by. */
  readonly matchKeys: number;
  readonly sets: readonly WeightSet[];
  /** Refinements of the mixed probability, each by its own key. */
  readonly refinements: readonly string[];
  /** log₂ of the buckets of 64 bytes that all contexts share, and of the rows of each refinement. */
  readonly bucketBits: number;
  readonly refineBits: number;
}

/** Rows of weights in a set. */
export function rowsOf(set: WeightSet, shape: PredictorShape): number {
  switch (set.route) {
    case 'key':
      return set.keys;
    case 'partial':
      return set.keys * 256;
    case 'hits':
      return knownNumbers(shape) * 8 * set.keys;
    case 'expected':
      return (shape.matchKeys * 2 + 1) * set.keys;
  }
}

/** Numbers the known contexts may add up to. */
export function knownNumbers({ knownSteps }: PredictorShape): number {
  return knownSteps.reduce((sum, step) => sum + step, 1);
}

/** Inputs of the mixer: two per context, two per match, one for the symbol's own bits, one constant; in fours. */
export function inputsOf(shape: PredictorShape): number {
  return Math.ceil((inputsPerContext * shape.contexts.length + 2 * shape.matches.length + 2) / 4) * 4;
}

/** A context gives the logit of its counter and that of its history. */
export const inputsPerContext = 2;
