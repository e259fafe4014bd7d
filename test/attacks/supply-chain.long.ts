import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Bom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ name: z.string() })) });

it('npm sbom lists what is shipped, and nothing of development', () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const text = execFileSync('npm', args, { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' });
  const names = Bom.parse(JSON.parse(text)).components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['zod', 'libsql', 'bullmq', 'pg']));
  expect(names).not.toContain('vitest');
});
