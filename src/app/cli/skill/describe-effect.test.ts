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
  expect(describeEffect({ effect: -0.25, measured: { by: 'bundle', tasks: 1 } })).toBe(
    '-0.250 (bundle comparison on 1 task, confounded with its other rules)',
  );
});
