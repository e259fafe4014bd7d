import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, installInto, readManifest } from './packed-package.ts';

// What the package holds and lets users import is in package.test.ts.
describe('the packed package, installed elsewhere by npm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-install-'));
  const pawl = join(folder, 'node_modules/.bin/pawl');
  beforeAll(() => installInto(folder), 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs its commands', async () => {
    const { version } = readManifest();
    expect((await call(pawl, ['--version'], { cwd: folder })).stdout).toBe(`${version}\n`);
    const { stdout } = await call(pawl, ['doctor', '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('finds all that its public modules import', async () => {
    const names = Object.keys(readManifest().exports)
      .filter((key) => key !== './package.json')
      .map((key) => key.replace('.', 'pawl'));
    const script = `for (const name of ${JSON.stringify(names)}) console.log(Object.keys(await import(name)).length);`;
    const { stdout } = await call(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(
      stdout
        .trim()
        .split('\n')
        .map(Number)
        .every((count) => count > 0),
    ).toBe(true);
  });
});
