import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askInstalled, call, installInto, publicModules, readManifest } from './packed-package.ts';

// What the package holds and lets users import is in package.test.ts.
describe('the packed package, installed elsewhere by npm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-install-'));
  beforeAll(() => installInto(folder), 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs its commands', async () => {
    const { version } = readManifest();
    expect(await askInstalled(folder)).toMatchObject({ version: `${version}\n`, doctor: { ok: true } });
  });

  it('finds all that its public modules import', async () => {
    const script = `for (const name of ${JSON.stringify(publicModules())}) console.log(Object.keys(await import(name)).length);`;
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
