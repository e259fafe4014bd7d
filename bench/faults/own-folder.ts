import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnFolder {
  readonly path: string;
  clear(): void;
}

/**
 * A folder for all that faults are made with: what this process, its servers and the programs that it kills put into the folder of
 * temporary files lies in it too. It goes with the process, however that ends short of kill -9, and so does the network namespace of `link.ts`.
 */
export function ownFolder(): OwnFolder {
  const before = process.env['TMPDIR'];
  const path = mkdtempSync(join(tmpdir(), 'pawl-faults-'));
  // PostgreSQL runs as a user of its own and must come by.
  chmodSync(path, 0o711);
  process.env['TMPDIR'] = path;
  const clear = (): void => {
    process.off('exit', clear);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    const space = `pawl-${process.pid}`;
    if (existsSync(`/run/netns/${space}`)) execFileSync('ip', ['netns', 'delete', space], { stdio: 'ignore' });
    // A server that was just ended may still write.
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.on('exit', clear);
  return { path, clear };
}
