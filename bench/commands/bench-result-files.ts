import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shell } from '#app/cli';

/** What a benchmark measured before, as files of a folder. */
export function benchResultFiles(
  folder: string,
  shell: Shell,
  isClosed: boolean,
): { read(name: string): string | undefined; write(name: string, text: string): void; isClosed: boolean } {
  mkdirSync(folder, { recursive: true });
  return {
    isClosed,
    read: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined),
    write: (name, text) => shell.writeFile(join(folder, name), text),
  };
}
