import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSources, root } from './sources.ts';

const call = promisify(execFile);
const frontDoors = [...readSources('src').keys()]
  .filter((path) => path.split('/').length === 3 && path.endsWith('/index.ts'))
  .map((path) => path.split('/')[1]!);

const Manifest = z.object({ version: z.string(), dependencies: z.unknown(), bin: z.unknown() });
const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** A lock file with our own pins, so that npm takes every package from its cache and asks no registry. */
function lockFor(tarball: string): unknown {
  const { version, dependencies, bin } = Manifest.parse(readJson('package.json'));
  const { packages } = Lock.parse(readJson('package-lock.json'));
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  return {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: { pawl: tarball } },
      'node_modules/pawl': { version, resolved: tarball, dependencies, bin },
      ...Object.fromEntries(shipped),
    },
  };
}

describe('the packed package, installed elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-pack-'));
  const pawl = join(folder, 'node_modules/.bin/pawl');

  beforeAll(async () => {
    await call('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
    const tarball = `file:${readdirSync(folder).find((name) => name.endsWith('.tgz'))!}`;
    const wanted = { type: 'module', dependencies: { pawl: tarball } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockFor(tarball)));
    await call('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs its commands', async () => {
    const { version } = Manifest.parse(readJson('package.json'));
    expect((await call(pawl, ['--version'], { cwd: folder })).stdout).toBe(`${version}\n`);
    const { stdout } = await call(pawl, ['doctor', '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('holds no tests, no sources and no absolute paths of this machine', () => {
    const files = readdirSync(join(folder, 'node_modules/pawl'), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('dist/kernel/index.d.ts');
    expect(files.filter((file) => /\.(test|long|bench)\.|fixtures|^src|^test/.test(file))).toEqual([]);
    const texts = files.filter((file) => /\.(js|mjs|json|ts)$/.test(file));
    const leaking = texts.filter((file) =>
      readFileSync(join(folder, 'node_modules/pawl', file), 'utf8').includes(root),
    );
    expect(leaking).toEqual([]);
  });

  it('lets users import every front door, and not the command line', async () => {
    expect(frontDoors).toContain('kernel');
    const script = `
      for (const name of ${JSON.stringify(['pawl', ...frontDoors.map((door) => `pawl/${door}`)])}) {
        if (Object.keys(await import(name)).length === 0) throw new Error(name + ' exports nothing');
      }
      await import('pawl/cli').then(() => { throw new Error('pawl/cli is public'); }, (e) => console.log(e.code));`;
    const { stdout } = await call(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  it('gives users its types', async () => {
    const use = "import { createRng } from 'pawl/kernel';\nexport const a: number = createRng('x').below(3);\n";
    writeFileSync(join(folder, 'good.ts'), use);
    writeFileSync(join(folder, 'bad.ts'), use.replace('number', 'string'));
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    const check = (file: string): Promise<unknown> =>
      call(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, file], { cwd: folder });
    await expect(check('good.ts')).resolves.toBeDefined();
    await expect(check('bad.ts')).rejects.toMatchObject({ stdout: expect.stringContaining('TS2322') as string });
  });
});
