import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFortunes } from './fortunes-text.ts';

it('takes no other text for the one whose figures are compared', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-fortunes-'));
  expect(readFortunes(join(folder, 'none'))).toEqual({ why: 'not installed: apt-get install fortunes' });
  writeFileSync(join(folder, 'b'), 'two');
  writeFileSync(join(folder, 'a'), 'one');
  writeFileSync(join(folder, 'a.dat'), 'index');
  // MD5 of `onetwo`: by name, without indexes.
  expect(readFortunes(folder)).toEqual({
    why: expect.stringContaining('another text: its MD5 is 5b9164ad6f496d9dee12ec7634ce253f,'),
  });
  rmSync(folder, { recursive: true });
});
