/* oxlint-disable vitest/expect-expect, vitest/no-conditional-tests, vitest/valid-title, vitest/no-disabled-tests -- this wraps `it` itself */
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { it } from 'vitest';
import { z } from 'zod';
import { root } from './sources.ts';

type TestBody = () => void | Promise<void>;

const Table = z.array(z.object({ command: z.string(), test: z.string().optional() }));

function isInstalled(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether `scripts/setup.mjs` installs the command before tests, so that CI must have it. */
function isPromised(command: string): boolean {
  const table = readFileSync(join(root, 'src/cli/doctor/system-packages.json'), 'utf8');
  return Table.parse(JSON.parse(table)).some((row) => row.command === command && row.test !== undefined);
}

/**
 * `it` for a test that needs a program of the system. Without the program the test is skipped by name;
 * with `CI=true` it fails, if set-up should have installed the program.
 */
export function needs(command: string): (name: string, body: TestBody, timeoutMs?: number) => void {
  if (isInstalled(command)) return (name, body, timeoutMs) => it(name, body, timeoutMs);
  if (process.env['CI'] !== 'true' || !isPromised(command)) {
    return (name, body) => it.skip(`${name} (needs ${command})`, body);
  }
  return (name) =>
    it(name, () => {
      throw new Error(
        `${command} is not installed, and CI=true allows no skipped test; run: node scripts/setup.mjs test`,
      );
    });
}
