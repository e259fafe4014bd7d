import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { Fault } from '#foundation/kernel';

/** Writes the files of a job below a folder; a path that would leave it is refused before anything is written. */
export function writeJobFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const path of Object.keys(files)) requireInside(path);
  for (const [path, text] of Object.entries(files)) {
    const whole = join(folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  }
}

function requireInside(path: string): void {
  const plain = normalize(path);
  if (path === '' || isAbsolute(path) || plain === '..' || plain.startsWith('../') || path.includes('\0')) {
    throw new Fault('sandbox/bad-file', `"${path}" would leave the folder of the job`, { details: { path } });
  }
}
