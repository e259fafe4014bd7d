import { expect, it } from 'vitest';
import { validate } from '#logic/wasm/run';
import { createRng } from '#foundation/kernel';
import { randomCnf } from '../random-cnf.ts';
import type { Kernel } from '../kernel.ts';
import { createReference } from '../../../../test/oracles/sat/reference-kernel.ts';
import { Clause, firstClause, Real, Word } from '../memory.ts';
import { buildKernel, createKernel } from './create-kernel.ts';

/** Loads the same formula, without a driver. */
function prepare(kernel: Kernel): void {
  const { memory: m } = kernel;
  const cnf = randomCnf({ variables: 50, clauses: 210, sizes: [3, 3] }, createRng('sat/kernel'));
  m.reserve({ variables: 50, arena: 20_000, pool: 40_000 });
  m.words[Word.variables] = 50;
  m.words[Word.arenaTop] = firstClause;
  m.words[Word.heapSize] = 50;
  for (let v = 0; v < 50; v += 1) {
    m.heap[v] = v;
    m.heapAt[v] = v;
  }
  m.reals.set([Infinity, Infinity, 20], Real.pauseConflicts);
  m.reals[Real.increment] = 1;
  m.reals[Real.decay] = 0.95;
  m.reals[Real.reduceLearnts] = Infinity;
  const start = m.words[Word.arenaLimit]! - cnf.clauses.length;
  m.arena.set(cnf.clauses, start);
  kernel.load(start, 1);
  kernel.rewatch();
}

/** Every byte that counts: scalars, averages, and regions up to what is in use. */
function snapshot({ memory: m }: Kernel): unknown[] {
  const used = (region: Int32Array, size: number): number[] => [...region.subarray(0, size)];
  return [
    used(m.words, 22),
    [...m.reals],
    [...m.activity.subarray(0, 50)],
    used(m.trail, m.words[Word.trailSize]!),
    used(m.heap, m.words[Word.heapSize]!),
    used(m.arena, m.words[Word.arenaTop]!),
    used(m.pool, 200),
  ];
}

it('is a module the engine accepts', () => {
  expect(validate(buildKernel())).toBe(true);
});

it('leaves the same bytes as the reference after load, search, reduce and pack', () => {
  const wasm = createKernel();
  const reference = createReference();
  const both = (step: (kernel: Kernel) => unknown): void => {
    expect(step(wasm)).toEqual(step(reference));
    expect(snapshot(wasm)).toEqual(snapshot(reference));
  };
  both(prepare);
  both((kernel) => kernel.search());
  expect(wasm.memory.words[Word.learnts]).toBeGreaterThan(5);
  both((kernel) => kernel.reduce());
  both((kernel) => kernel.pack());
  expect(wasm.memory.arena[firstClause + Clause.size]).toBe(3);
});
