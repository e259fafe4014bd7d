import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The table that `pawl doctor` shows too: command, Debian package, and the npm scripts that want it. */
export const systemPackages = JSON.parse(
  readFileSync(new URL('../src/app/cli/doctor/system-packages.json', import.meta.url), 'utf8'),
);

/** Whether a command is on the path. */
export function isInstalled(command) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Rows that `script` (test, bench) wants and the machine does not have. */
export function missingFor(script) {
  return systemPackages.filter((row) => row[script] !== undefined && !isInstalled(row.command));
}

/** True as root on Debian or Ubuntu, where packages can simply be installed. */
export function canInstall() {
  return process.getuid?.() === 0 && isInstalled('apt-get');
}
