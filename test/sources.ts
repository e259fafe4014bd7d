import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The root of the project. */
export const root = join(import.meta.dirname, '..');

/** TypeScript files under a folder of the project, by path from its root. */
export function readSources(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) for (const [name, text] of readSources(path)) files.set(name, text);
    else if (entry.name.endsWith('.ts')) files.set(path, readFileSync(join(root, path), 'utf8'));
  }
  return files;
}
