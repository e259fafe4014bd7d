import { expect, it } from 'vitest';
import { actsIn, contentAfterLoss } from './traced-files.ts';

const trace = [
  String.raw`7  pwrite64(23</w/pawl.db>, "\x61\x62\x63", 3, 0) = 3`,
  String.raw`7  fdatasync(23</w/pawl.db>) = 0`,
  String.raw`7  pwrite64(23</w/pawl.db>, "\x7a\x7a"..., 2, 1 <unfinished ...>`,
  String.raw`8  fsync(24</w/pawl.db-wal>) = 0`,
  String.raw`7  pwrite64(23</w/pawl.db>, "\x78", 1, 5) = 1`,
  String.raw`7  ftruncate(23</w/pawl.db>, 2) = 0`,
  String.raw`7  pwrite64(23</w/pawl.db>, "\x79", 1, 0) = -1 ENOSPC (No space left on device)`,
].join('\n');

it('reads what a trace tells, and builds a file from what was synced and any part of the rest', () => {
  const acts = actsIn(trace);
  expect(acts.map(({ kind }) => kind)).toEqual(['write', 'sync', 'sync', 'write', 'cut']);
  const text = (keeps: () => boolean, some = acts): string =>
    Buffer.from(contentAfterLoss(some, '/w/pawl.db', keeps)).toString();
  expect(text(() => false)).toBe('abc');
  expect(text(() => true)).toBe('ab');
  expect(text(() => true, acts.slice(0, -1))).toBe('abc\0\0x');
});

it('joins a call that another thread cut in two', () => {
  const [act] = actsIn(
    [
      String.raw`7  pwrite64(23</w/pawl.db>, "\x61", 1, 4 <unfinished ...>`,
      '8  fsync(24</w/other>) = 0',
      '7  <... pwrite64 resumed>) = 1',
    ].join('\n'),
  ).filter(({ kind }) => kind === 'write');
  expect(act).toEqual({ kind: 'write', file: '/w/pawl.db', at: 4, bytes: Uint8Array.of(0x61) });
});
