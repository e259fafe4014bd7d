import type { Sizes } from '#logic/verify/rewrite';
import { atMost, below, type Target } from '../target.ts';

/** One circuit, simplified by us and by ABC. `ratio` compares ANDs; `gates` counts XORs as one. */
export interface CircuitResult {
  readonly name: string;
  readonly before: Sizes;
  /** Share of XORs among the gates. */
  readonly xorShare: number;
  readonly gates: number | null;
  readonly andEquivalent: number | null;
  readonly abc: number | null;
  readonly ratio: number | null;
  readonly isProved: boolean;
  readonly proof: string | null;
  readonly seconds: number;
}

/** One pair of equal circuits and the CPU time to prove it. */
export interface EquivalenceResult {
  readonly name: string;
  readonly gates: readonly [number, number];
  readonly answer: string;
  /** Absent when the run had no time left before the answer. */
  readonly seconds: number | null;
}

/** Share of XORs from which a circuit counts as XOR-rich. */
const XOR_RICH = 1 / 3;

/** CPU seconds that an equivalence should take at most. */
const ALLOWED = 10;

/** What the benchmark should reach, beside what it reached. */
export function circuitTargets(circuits: readonly CircuitResult[], pairs: readonly EquivalenceResult[]): Target[] {
  const ratios = (all: readonly CircuitResult[]): number[] =>
    all.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  const all = geometricMean(ratios(circuits));
  const rich = geometricMean(ratios(circuits.filter(({ xorShare }) => xorShare >= XOR_RICH)));
  const unproved = circuits.filter(({ isProved }) => !isProved).length;
  return [
    atMost('ANDs beside ABC, geometric mean', all, 1.03),
    below('ANDs beside ABC on XOR-rich circuits, geometric mean', rich, 1),
    atMost('results without proof', unproved, 0),
    ...pairs.map(({ name, answer, seconds }): Target => {
      const found = atMost(`seconds to prove ${name}`, seconds, ALLOWED);
      return found.status === 'met' && answer !== 'equal' ? { ...found, status: 'missed' } : found;
    }),
  ];
}

function geometricMean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
