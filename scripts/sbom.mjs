// `npm run sbom`: all that is shipped, in the format of CycloneDX. `npm sbom --omit dev` leaves out what tools of development use as well,
// so npm is shown a project that has none.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const insidePackages = JSON.parse(readFileSync('scripts/inside-packages.json', 'utf8'));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const isInside = (path) => insidePackages.some((name) => path === `node_modules/${name}`);
const packages = Object.fromEntries(
  Object.entries(lock.packages).filter(([path, { dev }]) => dev !== true || isInside(path)),
);
for (const name of insidePackages) {
  packages[''].dependencies[name] = manifest.devDependencies[name];
  manifest.dependencies[name] = manifest.devDependencies[name];
  delete packages[`node_modules/${name}`].dev;
}
delete packages[''].devDependencies;
for (const key of ['devDependencies', 'overrides', 'scripts']) delete manifest[key];

const folder = mkdtempSync(join(tmpdir(), 'pawl-sbom-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
