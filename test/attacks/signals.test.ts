import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workplace } from './workplace.ts';

// Number 4 of what was seen falling: a signal ends what was started and says how to go on.
describe('a signal', () => {
  const folder = workplace();
  it.each(['SIGTERM'] as const)('%s ends a long command, which says how to go on', async (signal) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../bin/pawl.mjs'), 'evolve', '--profile', 'full'],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    let isSent = false;
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (!isSent && /evolve.*\d/.test(said)) setTimeout(() => child.kill(signal), 700);
      isSent ||= /evolve.*\d/.test(said);
    });
    const code = await new Promise((resolve) => void child.on('close', resolve));
    expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
    expect(said).toMatch(new RegExp(`Ended by ${signal}.* Go on with it: npx pawl evolve --resume evolve-`));
  });
});
