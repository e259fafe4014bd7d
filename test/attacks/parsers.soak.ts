import { expect, it } from 'vitest';
import { mangle, parsers } from './mangled-inputs.ts';

/** A million for each, or as many as PAWL_SOAK_INPUTS says. */
const count = Number(process.env['PAWL_SOAK_INPUTS'] ?? 1_000_000);

it.for(parsers)('%s: mangled inputs are read or refused with a fault', async (parser, { task }) => {
  const { strange, slowestMs, perSecond } = await mangle(parser, count);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  Object.assign(task.meta, { figures: { inputs: count, strange: strange.length, slowestMs, perSecond, megabytes } });
  expect(strange).toEqual([]);
  expect(slowestMs).toBeLessThan(30_000);
  expect(megabytes).toBeLessThan(1024);
});
