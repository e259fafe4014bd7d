import { Fault, type Rng } from '#foundation/kernel';
import type { Cnf } from './cnf.ts';

/** What a random formula looks like. */
export interface RandomCnfOptions {
  readonly variables: number;
  readonly clauses: number;
  /** Fewest and most literals of a clause, each size equally likely. */
  readonly sizes: readonly [number, number];
  /** Variables of a planted unsatisfiable core, at most 6; 0 plants none. */
  readonly core?: number;
}

/**
 * A random formula: clauses of distinct variables with fair signs. A planted core of k variables consists of all 2ᵏ
 * clauses over them, each weakened by nothing, hidden at random places among the others.
 *
 * @source Mitchell, Selman & Levesque 1992, Hard and easy distributions of SAT problems; the planted core is ours
 */
export function randomCnf(options: RandomCnfOptions, rng: Rng): Cnf {
  const { variables, clauses, core = 0 } = options;
  const [low, high] = options.sizes;
  if (!(low >= 1 && high >= low && high <= variables && core <= 6 && 2 ** core <= clauses + 1)) {
    throw new Fault(
      'sat/bad-shape',
      `no formula of ${clauses} clauses of ${low} to ${high} of ${variables} variables with a core of ${core}`,
    );
  }
  const list: number[][] = core === 0 ? [] : plantedCore(variables, core, rng);
  while (list.length < clauses) {
    list.push(rng.distinct(rng.int(low, high), variables).map((v) => (rng.bit() === 1 ? v + 1 : -v - 1)));
  }
  rng.shuffle(list);
  return { variables, clauses: Int32Array.from(list.flatMap((clause) => [...clause, 0])) };
}

function plantedCore(variables: number, size: number, rng: Rng): number[][] {
  const chosen = rng.distinct(size, variables);
  return Array.from({ length: 2 ** size }, (_, signs) =>
    chosen.map((v, i) => (((signs >> i) & 1) === 1 ? v + 1 : -v - 1)),
  );
}
