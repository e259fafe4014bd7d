import { logisticEntries } from './logistic.ts';
import { inputsOf, type PredictorShape, rowsOf } from './shape.ts';

/** Where everything is in the memory of a predictor: byte addresses. */
export interface PredictorLayout {
  /** Constant tables. */
  readonly stretch: number;
  readonly squash: number;
  readonly reciprocal: number;
  readonly nextHistory: number;
  readonly knownSteps: number;
  /** What the router writes before each symbol: two hash words per context, key of each set, expectations, … */
  readonly hashes: number;
  readonly setKeys: number;
  readonly expected: number;
  readonly matchKeys: number;
  readonly refineKeys: number;
  /** Scratch of the symbol at hand. */
  readonly buckets: number;
  readonly checks: number;
  readonly touched: number;
  readonly inputs: number;
  readonly rows: number;
  readonly logits: number;
  readonly chances: number;
  readonly historyCells: number;
  readonly refineCells: number;
  readonly symbolChances: number;
  /** Weights: what mirror descent and the maps have learned. */
  readonly weightsBegin: number;
  readonly sets: readonly number[];
  readonly finalSet: number;
  readonly histories: number;
  readonly matchCounters: number;
  readonly orderZero: number;
  readonly refinements: number;
  readonly weightsEnd: number;
  /** Memory: the buckets of the contexts. The one at `noBucket` is all zeros and is never written. */
  readonly noBucket: number;
  readonly memoryBegin: number;
  readonly memoryEnd: number;
}

/** Bytes of one bucket: a checksum, then 15 counters for the nodes of a nibble's tree. */
export const bucketBytes = 64;

/** Cells of a refinement's row, from logit −8 to 8. */
export const refineCells = 33;

function memoryFrom(begin: number, shape: PredictorShape): Pick<PredictorLayout, 'memoryBegin' | 'memoryEnd'> {
  return { memoryBegin: begin, memoryEnd: begin + bucketBytes * 2 ** shape.bucketBits };
}

/** Lays a predictor out; deterministic, so that a snapshot of one is a snapshot of all. */
export function layPredictor(shape: PredictorShape): PredictorLayout {
  let at = 1024;
  const take = (bytes: number): number => {
    const begin = at;
    at = Math.ceil((at + bytes) / 64) * 64;
    return begin;
  };
  const contexts = shape.contexts.length;
  const rowBytes = 4 * inputsOf(shape);
  return {
    stretch: take(4 * logisticEntries),
    squash: take(4 * logisticEntries),
    reciprocal: take(4 * 1024),
    nextHistory: take(512),
    knownSteps: take(4 * contexts),
    hashes: take(8 * contexts),
    setKeys: take(4 * shape.sets.length),
    expected: take(4 * shape.matches.length),
    matchKeys: take(4 * shape.matches.length),
    refineKeys: take(4 * shape.refinements.length),
    buckets: take(4 * contexts),
    checks: take(4 * contexts),
    touched: take(4),
    inputs: take(rowBytes),
    rows: take(4 * shape.sets.length),
    logits: take(4 * 16),
    chances: take(4 * 16),
    historyCells: take(4 * contexts),
    refineCells: take(4 * 2 * shape.refinements.length),
    symbolChances: take(4 * 8),
    weightsBegin: at,
    sets: shape.sets.map((set) => take(rowBytes * rowsOf(set, shape))),
    finalSet: take(256 * 64),
    histories: take(contexts * 1024),
    matchCounters: take(shape.matches.length * shape.matchKeys * 4),
    orderZero: take(1024),
    refinements: take(shape.refinements.length * ((4 * refineCells) << shape.refineBits)),
    weightsEnd: at,
    noBucket: take(bucketBytes),
    ...memoryFrom(Math.ceil(at / (2 * bucketBytes)) * 2 * bucketBytes, shape),
  };
}
