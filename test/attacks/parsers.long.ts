import { expect, it } from 'vitest';
import { mangle, parsers } from './mangled-inputs.ts';

// Ten thousand mangled inputs for each parser; parsers.soak.ts makes it a million.
it.each(parsers)('%s: mangled input is read or refused with a fault, quickly', async (...parser) => {
  const { strange, slowestMs } = await mangle(parser, 10_000);
  expect(strange).toEqual([]);
  expect(slowestMs).toBeLessThan(30_000);
});
