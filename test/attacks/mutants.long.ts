import { expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { honestRuns, loops } from './honest-runs.ts';
import { tryMutants } from './mutant-laws.ts';

// Attackers as a program: one fact of an honest run is another, and every hash is made again.
const make = honestRuns();

it.each(loops)('5,000 mutants of %s are refused, or change no claim; none is what was signed', async (loop) => {
  const honest = await make[loop]();
  const { workspace, run } = honest;
  expect(await runPawl(['runs', 'sign', run, '--workspace', workspace])).toMatchObject({ code: 0 });
  const { claimed, signed, ...counts } = tryMutants(loop, honest, 5000);
  console.log(loop, JSON.stringify(counts));
  expect(claimed).toEqual([]);
  expect(signed).toBe(0);
  // As SECURITY.md tells it; below this a check was lost.
  expect(counts.refused).toBeGreaterThan({ evolve: 2600, train: 2500, selfplay: 1900, learn: 3500 }[loop]);
});
