import { expect, it } from 'vitest';
import { createGate } from '#gate';
import { createRng } from '#kernel';
import { checkProof, parseDimacs } from '#sat';

it('the power of a gate over 40,000 tasks is told within seconds', () => {
  const tasks = Array.from({ length: 40_000 }, (_, i) => `t${i}`);
  expect(createGate({ kind: 'sequential', tasks }, createRng('power')).before().summary).toContain('40000 validation');
}, 60_000);

it('a DRAT proof of 3,000,000 steps meets a limit that says so, below 2 GB', () => {
  const found = checkProof(parseDimacs('p cnf 2 1\n1 0\n'), '1 2 0\n'.repeat(3_000_000), 'drat');
  expect(found).toMatchObject({ verified: false, reason: expect.stringContaining('need more than 1 GB') });
}, 120_000);
