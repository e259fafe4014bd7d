import { createRng, invariant } from '#foundation/kernel';
import { type Cnf, randomCnf, satisfies, type Solver } from '#logic/sat';

/** So many formulas of n variables and m clauses. */
export interface SatCheckCell {
  readonly variables: number;
  readonly clauses: number;
  readonly instances: number;
  /** The least of so many rounds counts. */
  readonly rounds: number;
}

/** How much of SAT_CHECK and PROOF_CHECK to measure. */
export interface SatCheckOptions {
  readonly seed: number;
  readonly cells: readonly SatCheckCell[];
}

/** L_inst of the specification. @source spec/benchmark-suite §2.4.2 */
export const askedInstances = 10_000;

/** n × {4n, 8n}; 3 to 5 literals are hardest near m = 7.8 n, so m = 8n is the slow column, at n = 128 run once. */
function grid(instances: Readonly<Record<number, readonly [number, number]>>, rounds: number): SatCheckCell[] {
  return Object.entries(instances).flatMap(([name, [easy, hard]]) => {
    const n = Number(name);
    return [
      { variables: n, clauses: 4 * n, instances: easy, rounds },
      { variables: n, clauses: 8 * n, instances: hard, rounds: n < 128 ? rounds : 1 },
    ];
  });
}

const all = askedInstances;

/** All instances but at n = 128, m = 8n, where one takes tenths of a second: there a subset is declared. */
export const fullSatCheck: SatCheckOptions = {
  seed: 1,
  cells: grid({ 32: [all, all], 64: [all, all], 128: [all, 200] }, 3),
};

export const quickSatCheck: SatCheckOptions = {
  seed: 1,
  cells: grid({ 32: [400, 400], 64: [400, 100], 128: [200, 10] }, 3),
};

/** Shows that everything runs. */
export const tinySatCheck: SatCheckOptions = { seed: 1, cells: grid({ 32: [20, 20] }, 1) };

/** How the formulas come about. */
export const generation =
  'clauses of 3, 4 or 5 distinct variables, each length equally likely, with fair signs; every second formula has a planted core: all 2^k clauses over k of its variables, k from 3 to 5, hidden at random places among its m clauses';

/** A formula with its answer. */
export interface Labelled {
  readonly cnf: Cnf;
  readonly label: 'sat' | 'unsat';
  readonly isPlanted: boolean;
}

/** Formulas `from` to `to` of a cell, solved once; the same seed gives the same ones. */
export function labelledFormulas(
  { variables, clauses }: SatCheckCell,
  seed: number,
  [from, to]: readonly [number, number],
  solver: Solver,
): Labelled[] {
  return Array.from({ length: to - from }, (_, i) => {
    const rng = createRng(`bench/sat-check/${seed}/${variables}/${clauses}/${from + i}`);
    const isPlanted = (from + i) % 2 === 1;
    const core = isPlanted ? rng.int(3, 5) : 0;
    const cnf = randomCnf({ variables, clauses, sizes: [3, 5], core }, rng);
    solver.reset();
    solver.add(cnf);
    const result = solver.solve();
    invariant(result.status !== 'unknown', 'a solver without limits knows');
    if (result.status === 'sat') invariant(satisfies(cnf, result.model), 'a model satisfies its formula');
    invariant(!(isPlanted && result.status === 'sat'), 'a planted core cannot be satisfied');
    return { cnf, label: result.status, isPlanted };
  });
}
