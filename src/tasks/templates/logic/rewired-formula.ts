import type { Rng } from '#foundation/kernel';
import type { Clause } from './clause-set.ts';
import { masksOf, satisfy } from './satisfies.ts';
import { drawBlindly } from './threshold-formula.ts';

/** Exchanges between two looks at the label, and looks after which a formula that keeps it is given up. */
const EXCHANGES = 12;
const LOOKS = 16;

/**
 * A random formula at the threshold with the wanted label, one of twins: each has every literal as often as the other, in clauses of the same
 * lengths, and only one is satisfiable. The second is the first with literals exchanged between clauses until its label changes. So nothing that
 * can be counted per literal tells them apart: that of a random formula alone does, with 63 to 69 %.
 */
export function drawRewiredFormula(variables: number, clauses: '4n' | '8n', satisfiable: boolean, rng: Rng): Clause[] {
  for (;;) {
    const formula = drawBlindly(variables, clauses, rng).map((clause) => [...clause]);
    const label = isSatisfiable(formula);
    if (label === satisfiable) {
      // Only formulas that have a twin count, whichever of the two is wanted.
      if (rewire(clone(formula), label, rng)) return rng.shuffle(formula);
    } else if (rewire(formula, label, rng)) return rng.shuffle(formula);
  }
}

function clone(formula: readonly (readonly number[])[]): number[][] {
  return formula.map((clause) => [...clause]);
}

function isSatisfiable(formula: readonly Clause[]): boolean {
  return satisfy(masksOf(formula)) !== undefined;
}

/** Exchanges literals in place until the label is another; false where it never is. */
function rewire(formula: number[][], label: boolean, rng: Rng): boolean {
  for (let look = 0; look < LOOKS; look += 1) {
    for (let done = 0; done < EXCHANGES; done += 1) exchange(formula, rng);
    if (isSatisfiable(formula) !== label) return true;
  }
  return false;
}

/** Exchanges two literals of different clauses, unless a variable would stand twice in one. */
function exchange(formula: readonly number[][], rng: Rng): void {
  const [a, b] = [formula[rng.below(formula.length)]!, formula[rng.below(formula.length)]!];
  const [i, j] = [rng.below(a.length), rng.below(b.length)];
  const [left, right] = [a[i]!, b[j]!];
  if (a === b || hasVariable(a, right, i) || hasVariable(b, left, j)) return;
  a[i] = right;
  b[j] = left;
}

function hasVariable(clause: readonly number[], literal: number, except: number): boolean {
  return clause.some((each, k) => k !== except && Math.abs(each) === Math.abs(literal));
}
