/* oxlint-disable vitest/expect-expect, vitest/no-conditional-tests, vitest/valid-title, vitest/no-disabled-tests -- this wraps `it` itself */
import { it } from 'vitest';
import { findProgram, systemPackages } from '../src/app/cli/doctor/programs.ts';

type TestBody = () => void | Promise<void>;

/**
 * `it` for a test that needs a program of the system. Without the program the test is skipped by name;
 * with `CI=true` it fails, if set-up should have installed the program.
 */
export function needs(
  command: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  test: Pick<typeof it, 'skip'> & ((name: string, body: TestBody, timeoutMs?: number) => void) = it,
): (name: string, body: TestBody, timeoutMs?: number) => void {
  if (findProgram(command, env['PATH'] ?? '') !== undefined)
    return (name, body, timeoutMs) => test(name, body, timeoutMs);
  const promised = systemPackages().some((row) => row.command === command && row.test !== undefined);
  if (env['CI'] !== 'true' || !promised) return (name, body) => test.skip(`${name} (needs ${command})`, body);
  return (name) =>
    test(name, () => {
      throw new Error(`${command} is missing, and CI=true allows no skipped test; run: node scripts/setup.mjs test`);
    });
}

/** Whether a program of the system is there, for what is set up around tests. */
export function isInstalled(command: string): boolean {
  return findProgram(command, process.env['PATH'] ?? '') !== undefined;
}
