import type { FacePorts } from '#foundation/contracts/words';
import type { Meter } from '../meter.ts';
import { placesOf, readWord } from '../word-view.ts';
import {
  type CopyHypothesis,
  listsOfStates,
  numberAt,
  placeOf,
  type RewardTerm,
  scalarsOf,
} from './copy-hypothesis.ts';
import type { CopyStep } from './copy-step.ts';

const MOST_ROWS = 2000;
const MOST_TERMS = 5;
/** A term stays where it takes away this share of what is left. */
const LEAST_GAIN = 0.03;

type Model = Omit<CopyHypothesis, 'terms'>;

/** What a term is worth when a state is entered. */
function termValue(
  term: RewardTerm,
  model: Model,
  { observation: { ports } }: FacePorts,
  { bits, state }: { readonly bits: Uint8Array; readonly state: number },
): number {
  const { width } = ports[model.binding.state]!;
  const item = (list: number, at: number): number =>
    readWord(bits, placesOf(ports[list]!)[at] ?? 0, ports[list]!.width) + ports[list]!.low;
  switch (term.kind) {
    case 'one':
      return 1;
    case 'list':
      return item(term.list, state);
    case 'scaled':
      return numberAt(bits, ports[term.scalar]!) * item(term.list, state);
    case 'near': {
      if (item(term.list, state) > 0) return 0;
      const leads = model.first.map((row) => readWord(bits, placeOf(row[state]!, ports), width));
      return leads.some((to) => item(term.list, to) > 0) ? 1 : 0;
    }
  }
}

/**
 * Sums of terms by forward selection and least squares.
 *
 *     reward ≈ Σ weight · term(next state)
 */
export function fitReward(
  model: Model,
  face: FacePorts,
  steps: readonly CopyStep[],
  meter: Meter,
): { readonly terms: CopyHypothesis['terms']; readonly error: number } {
  const { ports } = face.observation;
  const lists = listsOfStates(ports, ports[model.binding.state]!.values);
  const scalars = scalarsOf(face, model.binding);
  const terms: RewardTerm[] = [
    { kind: 'one' },
    ...lists.map((list): RewardTerm => ({ kind: 'list', list })),
    ...lists.flatMap((list) => scalars.map((scalar): RewardTerm => ({ kind: 'scaled', list, scalar }))),
    ...lists.map((list): RewardTerm => ({ kind: 'near', list })),
  ];
  const every = Math.ceil(steps.length / MOST_ROWS);
  const rows = steps.filter((_, i) => i % every === 0);
  const columns = terms.map((term) =>
    rows.map(({ step, next }) => termValue(term, model, face, { bits: step.observation, state: next })),
  );
  meter.spend(rows.length * terms.length * 4);
  const rewards = rows.map(({ step }) => step.reward);
  let chosen = [0];
  let left = squaresLeft(columns, rewards, chosen);
  for (let round = 0; round < MOST_TERMS && left > 1e-9; round += 1) {
    let best: { readonly chosen: number[]; readonly left: number } | undefined;
    for (let c = 1; c < terms.length; c += 1) {
      if (chosen.includes(c)) continue;
      const next = [...chosen, c];
      const rest = squaresLeft(columns, rewards, next);
      meter.spend(rows.length * next.length);
      if (rest < left * (1 - LEAST_GAIN) && (best === undefined || rest < best.left))
        best = { chosen: next, left: rest };
    }
    if (best === undefined) break;
    ({ chosen, left } = best);
  }
  const weights = solve(columns, rewards, chosen);
  return {
    terms: chosen
      .map((c, i) => ({ term: terms[c]!, weight: weights[i]! }))
      .filter(({ weight }) => Math.abs(weight) > 1e-6),
    error: Math.sqrt(left / rewards.length),
  };
}

function squaresLeft(
  columns: readonly (readonly number[])[],
  rewards: readonly number[],
  chosen: readonly number[],
): number {
  const weights = solve(columns, rewards, chosen);
  return rewards.reduce((sum, reward, k) => {
    const told = chosen.reduce((value, c, i) => value + weights[i]! * columns[c]![k]!, 0);
    return sum + (reward - told) ** 2;
  }, 0);
}

/** Normal equations by Gauss and Jordan; columns that others already span get no weight. */
function solve(
  columns: readonly (readonly number[])[],
  rewards: readonly number[],
  chosen: readonly number[],
): number[] {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const rows = chosen.map((c) => [...chosen.map((d) => dot(columns[c]!, columns[d]!)), dot(columns[c]!, rewards)]);
  const n = chosen.length;
  for (let i = 0; i < n; i += 1) {
    const pivot = rows[i]![i]!;
    if (Math.abs(pivot) < 1e-9) {
      rows[i] = new Array<number>(n + 1).fill(0);
      rows[i]![i] = 1;
      continue;
    }
    rows[i] = rows[i]!.map((value) => value / pivot);
    for (let k = 0; k < n; k += 1) {
      if (k === i) continue;
      const factor = rows[k]![i]!;
      rows[k] = rows[k]!.map((value, j) => value - factor * rows[i]![j]!);
    }
  }
  return rows.map((row) => row[n]!);
}
