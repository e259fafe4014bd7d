import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readInput, writeWhole } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const nothing = Readable.from([]);

describe('readInput', () => {
  it('reads files and standard input, and unpacks gzip whatever its name is', async () => {
    const text = 'p cnf 1 1\n1 0\n';
    writeFileSync(join(folder, 'a.cnf'), text);
    writeFileSync(join(folder, 'b.cnf'), gzipSync(text));
    for (const name of ['a.cnf', 'b.cnf']) {
      expect(Buffer.from(await readInput(join(folder, name), nothing)).toString()).toBe(text);
    }
    expect(Buffer.from(await readInput('-', Readable.from([Buffer.from(text)]))).toString()).toBe(text);
    expect(Buffer.from(await readInput('-', Readable.from([gzipSync(text)]))).toString()).toBe(text);
  });

  it('faults on a missing file and on damaged gzip', async () => {
    await expect(readInput(join(folder, 'gone'), nothing)).rejects.toMatchObject({ code: 'cli/cannot-read' });
    writeFileSync(join(folder, 'bad.gz'), gzipSync('x'.repeat(99)).subarray(0, 12));
    await expect(readInput(join(folder, 'bad.gz'), nothing)).rejects.toThrow(/damaged gzip/);
  });
});

describe('writeWhole', () => {
  it('replaces a file, makes its folder, and leaves nothing beside it', () => {
    const path = join(folder, 'new/out.txt');
    writeWhole(path, 'one');
    writeWhole(path, new Uint8Array([0x74, 0x77, 0x6f]));
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(join(folder, 'new'))).toEqual(['out.txt']);
  });

  it('faults and keeps the old file when it cannot write', () => {
    const path = join(folder, 'kept');
    writeWhole(join(path, 'x'), 'old');
    expect(() => writeWhole(path, 'new')).toThrow(/cannot write/);
    expect(readFileSync(join(path, 'x'), 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
