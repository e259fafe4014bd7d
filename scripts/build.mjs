// Builds the pages into `web/dist`, and compiles `src` to `dist`, with declarations; `dist` gets a package.json of its own so that `#folder` finds `dist/folder`.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { tool } from './run.mjs';

await buildWeb();
rmSync('dist', { recursive: true, force: true });
// `npm test` checks all types before it packs.
const trusting = process.env.PAWL_TYPES_CHECKED === '1' ? ['--noCheck'] : [];
const code = tool('typescript/bin/tsc', ['-p', 'tsconfig.build.json', ...trusting]);
if (code !== 0) process.exit(code);
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !path.endsWith('.ts') && !path.includes('fixtures')) cpSync(path, path.replace('src', 'dist'));
}
writeFileSync(
  'dist/package.json',
  `${JSON.stringify({ type: 'module', imports: { '#*': './*/index.js' } }, null, 2)}\n`,
);
