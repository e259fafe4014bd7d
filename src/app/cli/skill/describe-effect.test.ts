import { expect, it } from 'vitest';
import { describeEffect } from './describe-effect.ts';

it('point 6: an effect is told with how it was measured, and a bundle comparison is called confounded', () => {
  expect(describeEffect({})).toBe('not measured');
  expect(describeEffect({ effect: 0.5, measured: { by: 'leave-one-out', tasks: 3 } })).toBe(
    '+0.500 (leave-one-out on 3 tasks)',
  );
  expect(describeEffect({ effect: 0, measured: { by: 'leave-one-out', tasks: 3, low: -0.56, high: 0.56 } })).toBe(
    '+0.000 [-0.56, +0.56] (leave-one-out on 3 tasks)',
  );
  expect(describeEffect({ standing: 'not-measurable' })).toBe('not measurable with these tasks');
  const measured = { by: 'leave-one-out', tasks: 8, low: 0.2, high: 1 } as const;
  expect(describeEffect({ effect: 1, measured, standing: 'shown' })).toBe(
    'shown to help: +1.000 [+0.20, +1.00] (leave-one-out on 8 tasks)',
  );
  expect(describeEffect({ effect: 0, measured: { ...measured, low: -0.37, high: 0.37 }, standing: 'rode-along' })).toBe(
    'rode along, not told from no effect: +0.000 [-0.37, +0.37] (leave-one-out on 8 tasks)',
  );
  expect(describeEffect({ effect: -0.25, measured: { by: 'bundle', tasks: 1 } })).toBe(
    '-0.250 (bundle comparison on 1 task, confounded with its other rules)',
  );
});
