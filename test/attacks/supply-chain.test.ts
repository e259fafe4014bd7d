import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

// Few direct dependencies, each with its reason; install scripts listed; what is shipped can be listed.
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const Versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: Versions, devDependencies: Versions, allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(read('package.json')));
const Locked = z.object({ hasInstallScript: z.boolean().optional(), resolved: z.string().optional() });
const lock = z.object({ packages: z.record(z.string(), Locked) }).parse(JSON.parse(read('package-lock.json')));
const page = read('docs/dependencies.md');

it('every direct dependency is pinned exactly and has a reason', () => {
  const direct = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const isNamed = (name: string): boolean =>
    page.includes(`\`${name}\``) || page.includes(`\`${name.split('/')[0]}/*\``);
  expect(direct.map(([name]) => name).filter((name) => !isNamed(name))).toEqual([]);
});

it('every package with an install script is listed, with whether it runs', () => {
  const scripted = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const listed = [...page.matchAll(/^\| `([^`]+)` +\| (runs|does not run) +\|/gmu)];
  expect(new Set(listed.map(([, name]) => name))).toEqual(new Set(scripted));
  for (const [, name = '', does] of listed)
    expect([name, does === 'runs']).toEqual([name, manifest.allowScripts[name] === true]);
});

it('the lock file names no place to download from', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
