import { describe, expect, it } from 'vitest';
import { notRacedYet, secondMachine } from './one-machine.ts';
import { readSources } from './sources.ts';

describe('the machine that benchmarks measure', () => {
  const second = secondMachine(new Map([...readSources('src'), ...readSources('bench')]));
  const isNamed = (path: string): boolean => notRacedYet.some((place) => path.startsWith(place));

  it('is the one that evolve and learn run, but for the learners that are named', () => {
    expect(second.filter((path) => !isNamed(path))).toEqual([]);
    expect(second.length).toBeLessThanOrEqual(40);
  });

  it.each([...notRacedYet])('has no longer list than it needs: %s', (place) => {
    expect(second.some((path) => path.startsWith(place))).toBe(true);
  });

  const healthy: readonly (readonly [string, string])[] = [
    [
      'src/learners/machine/step/index.ts',
      "export { step } from './step.ts';\nexport { type Other } from './other.ts';",
    ],
    ['src/learners/machine/step/step.ts', 'export const step = 1;'],
    ['src/learners/machine/step/other.ts', 'export type Other = 1;'],
    ['src/learners/machine/evolve/evolve.ts', "import { step } from '#learners/machine/step';"],
    ['bench/speed/speed.ts', "import { step } from '#learners/machine/step';"],
  ];
  it('is taken for one where both reach the same', () => {
    expect(secondMachine(new Map(healthy))).toEqual([]);
  });

  it.each([
    ['by a name of a shared door', 'bench/speed/more.ts', "import type { Other } from '#learners/machine/step';"],
    ['late', 'bench/speed/more.ts', "const load = () => import('../../src/learners/machine/step/other.ts');"],
    [
      'by a test of a benchmark',
      'bench/speed/speed.test.ts',
      "import {\n  type Other,\n} from '#learners/machine/step';",
    ],
  ])('is caught being a second one: reached %s', (_, path, text) => {
    expect(secondMachine(new Map([...healthy, [path, text]]))).toEqual(['src/learners/machine/step/other.ts']);
  });
});
