import { EventEmitter } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createRng } from '#foundation/kernel';
import { main } from '../../src/app/cli/main.ts';

/**
 * Flips one bit of a store, audits it, and says how that ended, again and again: `node flip-worker.ts WORKSPACE FROM TO`. Whatever a flip
 * does to the database driver, it does to this process.
 */
const [workspace = '', from = '0', to = '0'] = process.argv.slice(2);

async function pawl(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): EventEmitter & { write(text: string): string } =>
    Object.assign(new EventEmitter(), { write: (text: string) => (texts[name] += text) });
  const host = {
    env: {},
    stdin: Readable.from(['']),
    stdout: stream('out'),
    stderr: stream('err'),
    cwd: () => workspace,
  };
  const code = await main(args, host);
  return { code, ...texts };
}

const before = (await pawl(['runs', 'export', 'latest', '--workspace', workspace])).out;
for (let i = Number(from); i < Number(to); i += 1) {
  const rng = createRng(`flips/${i}`);
  const folder = `${workspace}-${i}`;
  cpSync(workspace, folder, { recursive: true });
  const bytes = readFileSync(join(folder, 'pawl.db'));
  const at = rng.below(bytes.length);
  bytes[at] = bytes[at]! ^ (1 << rng.below(8));
  writeFileSync(join(folder, 'pawl.db'), bytes);
  const { code, err } = await pawl(['audit', 'latest', '--workspace', folder]);
  const isFound = code === 3 || (code === 1 && !err.startsWith('bug') && !err.includes('    at '));
  const isSame = code === 0 && (await pawl(['runs', 'export', 'latest', '--workspace', folder])).out === before;
  console.log(
    JSON.stringify({
      i,
      at,
      code,
      end: isFound ? 'found' : isSame ? 'same' : 'missed',
      err: isFound ? '' : err.slice(0, 300),
    }),
  );
  rmSync(folder, { recursive: true, force: true });
}
