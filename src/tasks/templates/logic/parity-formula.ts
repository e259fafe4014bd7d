import type { Rng } from '#foundation/kernel';
import type { Clause } from './clause-set.ts';

/** One equation: the sum of the variables in `mask` is `value` modulo 2. */
interface Equation {
  readonly variables: readonly number[];
  readonly value: number;
}

/** Equations of 2, 3 and 4 variables; one of k takes 2^(k−1) clauses. More equations than variables, so some depend on others. */
function equationCounts(variables: number, clauses: '4n' | '8n'): readonly number[] {
  if (clauses === '4n') return [variables, variables / 2, 0];
  return variables === 4 ? [6, 3, 1] : [variables, variables / 2, variables / 2];
}

/**
 * A system of parity equations as clauses. The right-hand sides come from a hidden assignment; where the formula shall be
 * unsatisfiable, one equation that depends on others is turned around. Either way every equation looks alike, so only
 * elimination (or search) tells.
 */
export function drawParityFormula(variables: number, clauses: '4n' | '8n', satisfiable: boolean, rng: Rng): Clause[] {
  const supports = drawSupports(variables, equationCounts(variables, clauses), rng);
  const hidden = rng.below(2 ** variables);
  const turned = satisfiable ? -1 : rng.pick(dependent(supports));
  const equations = supports.map((support, i): Equation => {
    let value = i === turned ? 1 : 0;
    for (const variable of support) value ^= (hidden >>> (variable - 1)) & 1;
    return { variables: support, value };
  });
  return rng.shuffle(equations.flatMap((equation) => clausesOf(equation, rng)));
}

function drawSupports(variables: number, counts: readonly number[], rng: Rng): number[][] {
  const seen = new Set<number>();
  const supports: number[][] = [];
  for (const [i, count] of counts.entries()) {
    for (let left = count; left > 0;) {
      const support = rng.distinct(i + 2, variables).map((variable) => variable + 1);
      const mask = maskOf(support);
      if (seen.has(mask)) continue;
      seen.add(mask);
      supports.push(support);
      left -= 1;
    }
  }
  return supports;
}

function maskOf(support: readonly number[]): number {
  let mask = 0;
  for (const variable of support) mask |= 1 << (variable - 1);
  return mask;
}

/** The equations in some linear dependency: those whose removal leaves the rank as it is. */
function dependent(supports: readonly (readonly number[])[]): number[] {
  const masks = supports.map(maskOf);
  const full = rank(masks);
  return masks.flatMap((_, i) => (rank(masks.toSpliced(i, 1)) === full ? [i] : []));
}

/** @source Gaussian elimination over GF(2), one row a word */
function rank(masks: readonly number[]): number {
  const basis: number[] = [];
  for (const mask of masks) {
    let row = mask;
    for (const pivot of basis) row = Math.min(row, row ^ pivot);
    if (row !== 0) basis.push(row);
  }
  return basis.length;
}

/** A clause for each assignment that breaks the equation, literals in random order. */
function clausesOf({ variables, value }: Equation, rng: Rng): Clause[] {
  const clauses: Clause[] = [];
  for (let signs = 0; signs < 2 ** variables.length; signs += 1) {
    let ones = 0;
    for (let left = signs; left > 0; left &= left - 1) ones ^= 1;
    // Signs say which variables are true in the forbidden assignment.
    if (ones === value) continue;
    clauses.push(rng.shuffle(variables.map((variable, k) => ((signs >>> k) & 1 ? -variable : variable))));
  }
  return clauses;
}
