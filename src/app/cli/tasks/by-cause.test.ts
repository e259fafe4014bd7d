import { expect, it } from 'vitest';
import { byCause } from './by-cause.ts';

it('says each cause once, with how many more there are', () => {
  expect(
    byCause([
      'A/level=1/x/0: the oracle earns 0.3, the optimum is 1',
      'A/level=1/x/1: the oracle earns 0.25, the optimum is 1',
      'A/level=1/x/0: the verifier refuses the oracle',
      'A/level=2/x/0: the oracle earns 0, the optimum is 1',
      'A/level=2/x/0: bits of the observation {"level":7} are not read back as it was: level is 7, and is read back as 3',
      'A/level=2/x/1: bits of the observation {"level":9} are not read back as it was: level is 9, and is read back as 1',
    ]),
  ).toEqual([
    'A/level=1/x/0: the oracle earns 0.3, the optimum is 1 (and 2 more like it)',
    'A/level=1/x/0: the verifier refuses the oracle',
    'A/level=2/x/0: bits of the observation {"level":7} are not read back as it was: level is 7, and is read back as 3 (and 1 more like it)',
  ]);
});
