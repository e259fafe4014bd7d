import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.ts';

/** Builds the dashboard's pages where a test was started without `npm test`; quick when they are there. */
export function buildPages(): void {
  execFileSync(process.execPath, [join(root, 'scripts/build-web.mjs')], { stdio: 'inherit' });
}
