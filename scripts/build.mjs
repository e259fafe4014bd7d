// Builds the pages into `web/dist`, and puts `src` into `dist`, with the declarations of what users import.
// `--into FOLDER` leaves a package without declarations there instead, for tests that start it.
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { bundleProgram, bundleTypes } from './bundle.mjs';
import { checkOnce, tool } from './run.mjs';

const into = process.argv[2] === '--into' ? resolve(process.argv[3]) : undefined;
const dist = join(into ?? '.', 'dist');

await buildWeb();
rmSync(dist, { recursive: true, force: true });
// `npm test` checks all types by itself.
const isTrusting = into !== undefined || process.env.PAWL_TYPES_CHECKED === '1';
if (into === undefined) {
  // Beside the packages whose types they name; always the same place, so that two builds are the same.
  const declarations = '.types';
  rmSync(declarations, { recursive: true, force: true });
  const flags = ['--emitDeclarationOnly', '--outDir', declarations, ...checkOnce, ...(isTrusting ? ['--noCheck'] : [])];
  const code = tool('typescript/bin/tsc', ['-p', 'tsconfig.build.json', ...flags]);
  if (code !== 0) process.exit(code);
  // `#folder` is the front door of a folder among them too.
  writeFileSync(
    join(declarations, 'package.json'),
    JSON.stringify({ type: 'module', imports: { '#*': './*/index.d.ts' } }),
  );
  await bundleTypes(declarations, dist);
  rmSync(declarations, { recursive: true });
}
await bundleProgram(dist);
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !path.endsWith('.ts') && !path.includes('fixtures')) cpSync(path, path.replace('src', dist));
}
if (into !== undefined) {
  mkdirSync(join(into, 'web'));
  symlinkSync(resolve('web/dist'), join(into, 'web/dist'));
  for (const path of ['bin', 'package.json']) cpSync(path, join(into, path), { recursive: true });
}
