import { expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { honestRuns, loops } from './honest-runs.ts';
import { tryMutants } from './mutant-laws.ts';

// Attackers as a program: one fact of an honest run is another, and every hash is made again.
const make = honestRuns();

/** So many of each: one of evolve takes a fifth of a second. */
const tried = { evolve: 5000, train: 5000, selfplay: 5000, learn: 5000 };

it.each(loops)('thousands of mutants of %s are refused, or change no claim; none is what was signed', async (loop) => {
  const honest = await make[loop]();
  const { workspace, run } = honest;
  expect(await runPawl(['runs', 'sign', run, '--workspace', workspace])).toMatchObject({ code: 0 });
  const { claimed, signed, ...counts } = tryMutants(loop, honest, tried[loop]);
  console.log(loop, JSON.stringify(counts));
  expect(claimed).toEqual([]);
  expect(signed).toBe(0);
  // As SECURITY.md tells it; below this a check was lost.
  expect(counts.refused).toBeGreaterThan({ evolve: 3300, train: 3300, selfplay: 4200, learn: 4500 }[loop]);
});
