import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { defineCommand } from '../command.ts';

/** Stands where the benchmarks are in a checkout: the package that users install does not hold them. */
export const benchCommand = defineCommand({
  name: 'bench',
  args: [{ name: 'suite', says: 'which benchmark', many: true }],
  flags: z.object({}),
  takesAnyFlag: true,
  examples: ['pawl bench all --quick'],

  async run() {
    throw new Fault('cli/needs-checkout', 'this package holds no benchmarks');
  },
});
