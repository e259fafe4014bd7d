import { spawnSync } from 'node:child_process';

/** Whether a command is on the path. */
export function isThere(command: string, environment: Readonly<Record<string, string | undefined>>): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', command], { env: { ...environment } }).status === 0;
}

/**
 * Installs Debian packages whose command is missing, where that needs no questions: as root, with apt-get. What cannot be
 * installed stays missing, and the benchmark says that it was not measured.
 */
export function installPrograms(
  wanted: readonly { readonly command: string; readonly debian: string }[],
  environment: Readonly<Record<string, string | undefined>>,
  note: (line: string) => void,
): void {
  const missing = wanted.filter(({ command }) => !isThere(command, environment)).map(({ debian }) => debian);
  if (missing.length === 0 || process.getuid?.() !== 0 || !isThere('apt-get', environment)) return;
  note(`installing ${missing.join(', ')}`);
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env, timeout: 120_000 });
}
