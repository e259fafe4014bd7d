import { describe, expect, it } from 'vitest';
import { secondMachine } from './one-machine.ts';
import { readSources } from './sources.ts';

describe('the Boolean machine', () => {
  it('has no file that no user runs', () => {
    expect(secondMachine(readSources('src'))).toEqual([]);
  });

  const healthy: readonly (readonly [string, string])[] = [
    [
      'src/learners/machine/step/index.ts',
      "export { step } from './step.ts';\nexport { type Other, other } from './other.ts';",
    ],
    ['src/learners/machine/step/step.ts', "import type { Size } from './size.ts';\nexport const step = 1;"],
    ['src/learners/machine/step/size.ts', 'export interface Size {}'],
    ['src/learners/machine/evolve/evolve.ts', "import { step } from '#learners/machine/step';"],
  ];
  const other = ['src/learners/machine/step/other.ts', 'export type Other = 1;\nexport const other = 1;'] as const;

  it('is one where every file is reached, or has types alone', () => {
    expect(secondMachine(new Map(healthy))).toEqual([]);
  });

  it.each([
    ['nobody', 'src/app/cli/a.ts', ''],
    ['a benchmark alone', 'bench/speed/speed.ts', "import { other } from '#learners/machine/step';"],
    ['a test alone', 'src/learners/machine/evolve/a.test.ts', "import { other } from '../step/other.ts';"],
    [
      'evolve, for its type alone',
      'src/learners/machine/evolve/a.ts',
      "import { type Other } from '../step/other.ts';",
    ],
    ['another such file', 'src/learners/machine/step/a.ts', "export { other } from './other.ts';\nexport const a = 1;"],
  ])('is caught having a second one: a file that is reached by %s', (_, path, text) => {
    expect(secondMachine(new Map([...healthy, other, [path, text]]))).toContain('src/learners/machine/step/other.ts');
  });

  it.each([
    ['through a door', 'src/app/cli/a.ts', "import {\n  type Other,\n  other,\n} from '#learners/machine/step';"],
    ['late', 'src/learners/table/a.ts', "const load = () => import('../machine/step/other.ts');"],
  ])('is one where a command reaches a file %s', (_, path, text) => {
    expect(secondMachine(new Map([...healthy, other, [path, text]]))).toEqual([]);
  });
});
