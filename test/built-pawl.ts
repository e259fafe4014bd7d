import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

/**
 * The path of a `bin/pawl.mjs` beside compiled sources, for tests that start it as a process of its own: to load the sources of a
 * checkout module by module takes each process seconds. How a checkout starts is tested in `bin.test.ts`.
 */
export function builtPawl(): string {
  const cache = join(root, 'node_modules/.cache/pawl-built');
  const folder = join(cache, hashOfSources());
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const making = mkdtempSync(join(cache, 'making-'));
    execFileSync(process.execPath, ['scripts/build.mjs', '--into', making], { cwd: root, stdio: 'inherit' });
    removeOld(cache);
    put(making, folder);
  }
  return join(folder, 'bin/pawl.mjs');
}

/** Of everything that the build is made from. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of ['src', 'bin', 'web/src']) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  }
  for (const file of ['package.json', 'scripts/build.mjs', 'scripts/bundle.mjs'])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Builds of older sources go, once nobody can still run them: after an hour. */
function removeOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

/** Another worker may have been quicker; both made the same. */
function put(making: string, folder: string): void {
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true });
  }
}
