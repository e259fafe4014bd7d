import { existsSync, readFileSync } from 'node:fs';
import type { AdversaryReport } from '#tasks/adversary';

/** The reports of a file that `pawl tasks check --adversary --json` printed; none where there is no file. */
export function readReports(path: string): AdversaryReport[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{"template"')).map((line): AdversaryReport => JSON.parse(line));
}
