// Builds the pages into `web/dist`, and compiles `src` to `dist`, with declarations; `dist` gets a package.json of its own so that `#folder` finds `dist/folder`.
// `--into FOLDER` leaves a package without declarations there instead, for tests that start it.
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { checkOnce, tool } from './run.mjs';

const into = process.argv[2] === '--into' ? resolve(process.argv[3]) : undefined;
const dist = join(into ?? '.', 'dist');

await buildWeb();
rmSync(dist, { recursive: true, force: true });
// `npm test` checks all types by itself.
const isTrusting = into !== undefined || process.env.PAWL_TYPES_CHECKED === '1';
const code = tool('typescript/bin/tsc', [
  '-p',
  'tsconfig.build.json',
  '--outDir',
  dist,
  ...checkOnce,
  ...(isTrusting ? ['--noCheck'] : []),
  ...(into === undefined ? [] : ['--declaration', 'false']),
]);
if (code !== 0) process.exit(code);
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !path.endsWith('.ts') && !path.includes('fixtures')) cpSync(path, path.replace('src', dist));
}
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify({ type: 'module', imports: { '#*': './*/index.js' } }, null, 2)}\n`,
);
if (into !== undefined) {
  mkdirSync(join(into, 'web'));
  symlinkSync(resolve('web/dist'), join(into, 'web/dist'));
  for (const path of ['bin', 'package.json']) cpSync(path, join(into, path), { recursive: true });
}
