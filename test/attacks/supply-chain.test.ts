import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

// Few direct dependencies, each with its reason; install scripts listed; what is shipped can be listed.
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const Versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: Versions, devDependencies: Versions, allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(read('package.json')));
const Locked = z.object({
  hasInstallScript: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
});
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

/** Licences that ask for nothing but their text; of tools of development also those that ask for changes to be shared. */
const shipped = ['MIT', 'ISC', 'Apache-2.0', '0BSD', 'BSD-3-Clause', 'BlueOak-1.0.0', '(AFL-2.1 OR BSD-3-Clause)'];
const tools = [...shipped, 'MPL-2.0', 'CC-BY-4.0'];

it('every locked package has a licence that is known here, and a hash of 512 bits over what is installed', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  const isKnown = ({ license = '', dev }: z.infer<typeof Locked>): boolean =>
    (dev === true ? tools : shipped).includes(license);
  expect(packages.filter(([, each]) => !isKnown(each)).map(([path, { license }]) => [path, license])).toEqual([]);
  expect(packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
});

it('no WebAssembly is kept as bytes: what runs is made from these sources when it is needed', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = ['src', 'web/src', 'bench', 'scripts', 'bin'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((path) => path.endsWith('.wasm'))).toEqual([]);
  // The first bytes of a module, as Base64 has them.
  const texts = files.filter((path) => /\.(?:ts|tsx|mjs|json)$/u.test(path));
  expect(texts.filter((path) => read(path).includes(Buffer.from('\0asm').toString('base64').slice(0, 6)))).toEqual([]);
});
