import { expect, it } from 'vitest';
import { mangle, parsers } from './mangled-inputs.ts';

const count = 1_000_000;

it.for(parsers)('%s: a million mangled inputs are read or refused with a fault', (parser, { task }) => {
  const { strange, slowestMs } = mangle(parser, count);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  Object.assign(task.meta, { figures: { inputs: count, strange: strange.length, slowestMs, megabytes } });
  expect(strange).toEqual([]);
  expect(slowestMs).toBeLessThan(30_000);
  expect(megabytes).toBeLessThan(1024);
});
