import { type Objective, sum } from '../objective.ts';
import type { Sequence } from '../sequence.ts';

/** Mean of −log P over all targets; a sequence with a weight counts its targets so many times. */
export function supervised(sequences: readonly (Sequence & { readonly weight?: number })[]): Objective {
  const weights = sequences.map(({ weight }) => weight ?? 1);
  const total = sum(sequences.map(({ tokens, from }, i) => weights[i]! * (tokens.length - from)));
  return {
    sequences,
    loss: (logProbs) => ({
      value: -sum(logProbs.map((each, i) => weights[i]! * sum(each))) / total,
      slopes: logProbs.map((each, i) => new Float64Array(each.length).fill(-weights[i]! / total)),
    }),
  };
}
