import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { builtPawl } from '../built-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-interrupted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bin = builtPawl();

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((go) => setTimeout(go, 20));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Those of these processes that are still there after ten seconds. */
async function survivorsOf(pids: readonly number[]): Promise<readonly number[]> {
  for (let look = 0; look < 500 && pids.some(isAlive); look += 1) await new Promise((go) => setTimeout(go, 20));
  return pids.filter(isAlive);
}

/** `pawl train` with an agent that notes its process and never ends, nor what it started, with and without a parent. */
function trainWithAgent(
  name: string,
  address: string,
): { child: ChildProcess; text: () => string; pids: () => number[] } {
  const home = join(folder, name);
  mkdirSync(home);
  const noted = join(home, 'pids');
  const script = join(home, 'agent.sh');
  writeFileSync(
    script,
    `#!/bin/sh\nsleep 600 &\n(sleep 600 & echo $! >> ${noted})\necho $$ $! >> ${noted}\nsleep 600\n`,
    { mode: 0o755 },
  );
  const config = writePlumFiles(home, address, { agent: { agent: 'command', command: [script] }, concurrency: 2 });
  const child = spawn(process.execPath, [bin, 'train', '--config', config], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const pids = (): number[] => (existsSync(noted) ? readFileSync(noted, 'utf8').trim().split(/\s+/).map(Number) : []);
  return { child, text: () => text, pids };
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code)));

it.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends what was started and says how to go on',
  async (signal) => {
    const server = await startPlumServer(() => undefined);
    let started = (): number[] => [];
    try {
      const { child, text, pids } = trainWithAgent(signal, server.address);
      started = pids;
      await until(() => pids().length === 6);
      child.kill(signal);
      if (signal === 'SIGINT') {
        await until(() => text().includes('Press Ctrl-C again') && pids().every(isAlive));
        child.kill(signal);
      }
      expect(await ended(child)).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
      expect(text()).toMatch(new RegExp(`Ended by ${signal}.*Go on with it: npx pawl train --resume train-`));
      expect(await survivorsOf(pids())).toEqual([]);
    } finally {
      for (const pid of started().filter(isAlive)) process.kill(pid, 'SIGKILL');
      await server.close();
    }
  },
);
