import { describe, expect, it } from 'vitest';
import { layers } from '../architecture.ts';
import { layerOf } from './layer-rules.ts';
import { moduleState } from './module-state.ts';
import { readSources } from './sources.ts';

/**
 * Solvers wait here between calls: a WebAssembly memory reserves gigabytes of address space until it is collected. A solver is reset before each
 * use, which the tests of the solver hold to the answers of a fresh one.
 */
const pools = ['src/logic/sat/solve.ts: idle is written'];

describe('pure layers', () => {
  it('keep no state between calls', () => {
    const found = Array.from(readSources('src'), ([path, text]) =>
      layers[layerOf(path, layers)!]?.pure === true ? moduleState(path, text) : [],
    ).flat();
    expect(found).toEqual(pools);
  });

  it.each([
    ['let count = 0;', 'let count'],
    ['export let last: string | undefined;', 'let last'],
    ['const known = new Map<string, number>();\nexport function f(a: string) {\n  known.set(a, 1);\n}', 'known'],
    ['const met = new Set();\nexport const f = (a: string) => met.add(a);', 'met'],
    ['const list: string[] = [];\nfunction f() {\n  list.push("a");\n}', 'list'],
    ['const table = new Int32Array(4);\nfunction f(i: number) {\n  table[i] = 1;\n}', 'table'],
    ['const counts = { all: 0 };\nfunction f() {\n  counts.all += 1;\n}', 'counts'],
    ['const kept = { by: new Map() };\nfunction f() {\n  kept.by.set(1, 2);\n}', 'kept'],
  ])('are caught keeping some: %j', (source, name) => {
    expect(moduleState('src/tasks/planted.ts', source).join()).toContain(name);
  });

  it.each([
    'const names = new Map([[1, 2]]);\nexport const of = (n: number) => names.get(n);',
    'const list = [1, 2];\nfunction f() {\n  const list: number[] = [];\n  list.push(1);\n}',
    'const order = [3, 1];\nexport const sorted = order.toSorted();',
  ])('may hold what nobody writes to: %j', (source) => {
    expect(moduleState('src/tasks/planted.ts', source)).toEqual([]);
  });
});
