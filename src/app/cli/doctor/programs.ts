import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { type Finding, missing, present } from './finding.ts';

/** Programs of the system that parts of Pawl use; `scripts/setup.mjs` reads the same table. */
const SystemPackages = z.array(
  z.object({
    command: z.string(),
    use: z.string(),
    /** Its package in Debian and Ubuntu; without one, where its source is. */
    debian: z.string().optional(),
    source: z.string().optional(),
    /** Whether `npm test` installs it where it can, and whether CI fails without it. */
    test: z.enum(['needed', 'optional']).optional(),
  }),
);

/** The first executable of that name on the path. */
export function findProgram(command: string, path: string): string | undefined {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, command);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** The table of programs. */
export function systemPackages(): z.infer<typeof SystemPackages> {
  const table = readFileSync(new URL('./system-packages.json', import.meta.url), 'utf8');
  return SystemPackages.parse(JSON.parse(table));
}

/** Which of the programs are installed. None is required: each serves one part. */
export function inspectPrograms(path: string): readonly Finding[] {
  return systemPackages().map(({ command, debian, source, use }) => {
    const file = findProgram(command, path);
    if (file !== undefined) return present(command, file);
    const todo = debian === undefined ? `build it from ${source}` : `apt-get install --no-install-recommends ${debian}`;
    return missing(command, `not found (${use})`, todo);
  });
}
