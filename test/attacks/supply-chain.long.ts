import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const Bom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) });

it('npm run sbom lists all that is shipped, and nothing of development', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd, encoding: 'utf8' });
  const names = Bom.parse(JSON.parse(text)).components.map(({ name }) => name);
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')));
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(names.filter((name) => devDependencies[name] !== undefined)).toEqual([]);
});
