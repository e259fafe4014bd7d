// Builds the dashboard's pages into `web/dist`, unless they are there and as new as their sources.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'web', 'dist', '.sources');

/** A hash over everything that the pages are made from. */
function sourcesHash() {
  const hash = createHash('sha256');
  const files = ['web/index.html', 'web/vite.config.mjs', 'scripts/build-web.mjs', 'package-lock.json'];
  for (const folder of ['web/src', 'web/fonts']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath.slice(root.length + 1), entry.name));
    }
  }
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

export async function buildWeb() {
  // An installed package has the pages, and not what they are made from.
  if (!existsSync(join(root, 'web', 'src'))) return;
  const wanted = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Whoever builds: a test's own environment would give pages for debugging, larger and with paths of this machine.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web', 'vite.config.mjs'), mode: 'production', logLevel: 'warn' });
  // The licence of the fonts goes where they go.
  copyFileSync(join(root, 'web', 'fonts', 'OFL.txt'), join(root, 'web', 'dist', 'OFL.txt'));
  writeFileSync(stamp, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildWeb();
