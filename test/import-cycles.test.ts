import { describe, expect, it } from 'vitest';
import { importCycles } from './import-cycles.ts';
import { readSources } from './sources.ts';

describe('cycles of imports', () => {
  it('have no cycle, types included', () => {
    expect(importCycles(new Map([...readSources('src'), ...readSources('bench')]))).toEqual([]);
  });

  it('are caught going round, by types, by a longer way and through a door', () => {
    const planted = new Map([
      ['src/a/one.ts', "import type { Two } from './two.ts';"],
      ['src/a/two.ts', "import { three } from './three.ts';"],
      ['src/a/three.ts', "export type { One } from './one.ts';"],
      ['src/a/four.ts', "import type { Five } from '#b';"],
      ['src/b/index.ts', "export { five } from './five.ts';"],
      ['src/b/five.ts', "import {\n  type Four,\n} from '../a/four.ts';"],
      ['src/a/six.ts', "import { one } from './one.ts';\nconst late = () => import('./seven.ts');"],
      ['src/a/seven.ts', "import { six } from './six.ts';"],
    ]);
    expect(importCycles(planted)).toEqual([
      ['src/a/one.ts', 'src/a/three.ts', 'src/a/two.ts'],
      ['src/a/four.ts', 'src/b/five.ts', 'src/b/index.ts'],
    ]);
  });
});
