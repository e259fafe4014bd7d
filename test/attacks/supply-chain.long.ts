import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
});
const Bom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) });

it('npm run sbom lists all that is shipped, and nothing of development', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const insidePackages = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(cwd, 'scripts/inside-packages.json'), 'utf8')));
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd, encoding: 'utf8' });
  const names = Bom.parse(JSON.parse(text)).components.map(({ name }) => name);
  const { dependencies, devDependencies, peerDependencies } = Manifest.parse(
    JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')),
  );
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...insidePackages]));
  const ofDevelopment = names.filter((name) => devDependencies[name] !== undefined);
  // Optional packages are named for whoever installs them, and pinned for tests.
  expect(ofDevelopment.filter((name) => peerDependencies[name] === undefined).toSorted()).toEqual(insidePackages);
});

const Packed = z.array(z.object({ integrity: z.string(), entryCount: z.number() })).length(1);

it('two builds of the package in two places are the same file, byte for byte', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const pack = (): z.infer<typeof Packed>[number] => {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-build-'));
    try {
      const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
        .split('\0')
        .filter(Boolean);
      for (const path of tracked) cpSync(join(root, path), join(folder, path));
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'ignore' });
      const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
      return Packed.parse(JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })))[0]!;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const first = pack();
  expect(first.entryCount).toBeGreaterThan(100);
  expect(pack()).toEqual(first);
});
