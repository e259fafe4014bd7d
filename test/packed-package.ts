import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { z } from 'zod';
import { root } from './sources.ts';

const call = promisify(execFile);

const Manifest = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
  bin: z.object({ pawl: z.string() }),
  exports: z.record(z.string(), z.string()),
});
const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });

export function readManifest(): z.infer<typeof Manifest> {
  return Manifest.parse(readJson('package.json'));
}

/** What users may import: `pawl`, `pawl/skill`, … */
export function publicModules(): readonly string[] {
  return Object.keys(readManifest().exports)
    .filter((key) => key !== './package.json')
    .map((key) => key.replace('.', 'pawl'));
}

/** The command of a package that was installed into a folder tells its version, and that its surroundings are as they should be. */
export async function expectCommands(folder: string): Promise<void> {
  expect(await runInstalled(folder, ['--version'])).toBe(`${readManifest().version}\n`);
  expect(JSON.parse(await runInstalled(folder, ['doctor', '--json']))).toMatchObject({ ok: true });
}

/** What the command of a package that was installed into a folder prints. */
export async function runInstalled(folder: string, args: readonly string[], env = process.env): Promise<string> {
  return (await call(join(folder, 'node_modules/.bin/pawl'), [...args], { cwd: folder, env })).stdout;
}

/** What a program in a folder prints. */
export async function runModule(folder: string, script: string, env = process.env): Promise<string> {
  return (await call(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env })).stdout;
}

/** What the compiler says of a user's files; rejects where they are wrong. */
export async function checkTypes(folder: string, files: readonly string[]): Promise<string> {
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--singleThreaded', ...flags, ...files];
  return (await call(process.execPath, tsc, { cwd: folder })).stdout;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** Packs the package into a folder, as `npm publish` would; types are checked before the tests. */
async function packInto(folder: string): Promise<string> {
  const env = { ...process.env, PAWL_TYPES_CHECKED: '1' };
  await call('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, env });
  return readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
}

/** The packed package in a folder's `node_modules`, beside exactly the dependencies that it names, which are links to ours. */
export async function unpackInto(folder: string): Promise<void> {
  const tarball = await packInto(folder);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  await call('tar', ['-xzf', join(folder, tarball), '-C', modules, '--transform', 's/^package/pawl/']);
  const { dependencies, bin } = readManifest();
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  symlinkSync(join('../pawl', bin.pawl), join(modules, '.bin/pawl'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
}

/** The packed package as a user installs it. */
export async function installInto(folder: string): Promise<void> {
  const tarball = `file:${await packInto(folder)}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { pawl: tarball } }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockFor(tarball)));
  await call('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
}

/** A lock file with our own pins, so that npm takes every package from its cache and asks no registry. */
function lockFor(tarball: string): unknown {
  const { version, dependencies, bin } = readManifest();
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
