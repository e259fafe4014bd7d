import { createRng } from '#foundation/kernel';
import { type Cnf, randomCnf } from '#logic/sat';

/** A kind of formula that is timed, and how many of it. */
export interface SatCell {
  readonly name: string;
  readonly variables: number;
  readonly clauses: number;
  readonly sizes: readonly [number, number];
  /** Every second formula gets a planted core of this many variables; without one, m = 4n is always satisfiable. */
  readonly core: number;
  readonly count: number;
}

/** 3 to 5 literals have their threshold near m = 7.8 n: 8n is the hard column, and at n = 128 a declared subset. */
export function satCells(quick: boolean): readonly SatCell[] {
  const scale = quick ? 1 : 5;
  const grid = [
    [32, 300, 300],
    [64, 300, 60],
    [128, 150, quick ? 6 : 32],
  ].flatMap(([n = 0, easy = 0, hard = 0]): SatCell[] => [
    { name: `n${n}-m4n`, variables: n, clauses: 4 * n, sizes: [3, 5], core: 4, count: easy * scale },
    { name: `n${n}-m8n`, variables: n, clauses: 8 * n, sizes: [3, 5], core: 0, count: n === 128 ? hard : hard * scale },
  ]);
  const threshold = [
    [32, 300],
    [64, 200],
    [128, 30],
  ].map(([n = 0, count = 0]): SatCell => ({
    name: `3sat-n${n}`,
    variables: n,
    clauses: Math.round(4.26 * n),
    sizes: [3, 3],
    core: 0,
    count: count * scale,
  }));
  return [...grid, ...threshold];
}

/** The formulas of a cell; the same seed gives the same ones. */
export function satFormulas(cell: SatCell, seed: number): Cnf[] {
  return Array.from({ length: cell.count }, (_, i) =>
    randomCnf({ ...cell, core: i % 2 === 1 ? cell.core : 0 }, createRng(`bench/sat/${seed}/${cell.name}/${i}`)),
  );
}
