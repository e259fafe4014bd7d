import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = `import(process.argv[1]).then(({ openStore }) => {
  const [folder, start, rounds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
  for (let round = 0; round < rounds; round += 1) {
    while (Date.now() < start + round * 100);
    const store = openStore(folder + '/' + round);
    store.createRun({ loop: 'race', seed: round, config: null }).finish(null);
    store.close();
  }
});`;

it('three processes that create the same store in the same millisecond all succeed, 200 times', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-race-'));
  const module = new URL('open-store.ts', import.meta.url).href;
  const start = String(Date.now() + 5_000);
  const codes = [1, 2, 3].map(() => {
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, module, folder, start, '200'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      stdio: 'inherit',
    });
    return new Promise((resolve) => child.on('close', resolve));
  });
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  rmSync(folder, { recursive: true, force: true });
});
