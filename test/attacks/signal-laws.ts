import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { builtPawl } from '../built-pawl.ts';
import { root } from '../sources.ts';
import { runPawl } from '../run-pawl.ts';
import { put } from './workplace.ts';

/** Long commands: how each is started, and what it says once it is at work. */
export const longCommands = {
  train: {
    args: ['train', '--config', 'pawl.config.yaml'],
    atWork: /run train-[0-9a-f]+/,
    told: /Go on with it: npx pawl train --resume train-/,
  },
  evolve: {
    args: ['evolve', '--profile', 'full', '--threads', '2'],
    atWork: /evolve.*\d/,
    told: /Go on with it: npx pawl evolve --resume evolve-/,
  },
  selfplay: {
    args: ['selfplay', '--config', 'pawl.config.yaml'],
    atWork: /run selfplay-[0-9a-f]+/,
    told: /Go on with it: npx pawl selfplay --resume selfplay-/,
  },
  bench: {
    args: ['bench', 'all', 'scaling', 'templates'],
    atWork: undefined,
    told: /Start it again with the same command line/,
  },
} as const;

/** Benchmarks are part of a checkout alone. */
const checkout = join(root, 'bin/pawl.mjs');

export type LongCommand = keyof typeof longCommands;

export interface HowEnded {
  readonly code: number | null;
  /** Whether it said that it was ended, and how to go on. */
  readonly isTold: boolean;
  /** What it started and left behind. */
  readonly left: readonly number[];
}

/** By convention 128 and the number of the signal. */
export const endedBy = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): HowEnded => ({
  code: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal],
  isTold: true,
  left: [],
});

/** A signal ends a long command with its code, ends all that it started, and it says how to go on. */
export async function endsWell(
  name: LongCommand,
  signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP',
  folder: string,
): Promise<HowEnded> {
  const { args, atWork, told } = longCommands[name];
  await prepare(folder);
  const child = spawn(process.execPath, [name === 'bench' ? checkout : builtPawl(), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  const isAtWork = (): boolean => (atWork === undefined ? childrenOf(child.pid!).length > 0 : atWork.test(said));
  while (!isAtWork() && child.exitCode === null) await wait(20);
  await wait(500);
  const started = childrenOf(child.pid!);
  child.kill(signal);
  // The first Ctrl-C lets calls under way end; the second does not.
  if (signal === 'SIGINT') {
    await wait(500);
    child.kill(signal);
  }
  const code = await ended;
  await wait(50);
  const isEnded = said.includes(`Ended by ${signal}`) || said.includes('Stopped.');
  return { code, isTold: isEnded && told.test(said), left: started.filter((pid) => isAlive(pid)) };
}

/** What lies in the folder of temporary files while the bench of faults is at work at Redis, and what is left after a signal. */
export async function leftByFaults(
  signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP',
  folder: string,
): Promise<{ readonly before: string; readonly after: object }> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [checkout, 'bench', 'faults', '--quick', '--only', 'redis'], {
    // The loader of a checkout would keep what it compiled among the temporary files.
    env: { ...process.env, TMPDIR: folder, TSX_DISABLE_CACHE: '1' },
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  const files = (): readonly string[] => readdirSync(folder, { recursive: true }).map(String);
  // The server and two workers; the link of one, which is to be cut, was made before.
  while (childrenOf(child.pid!).length < 3 && child.exitCode === null) await wait(20);
  await wait(300);
  const [before, started] = [files().join('\n'), childrenOf(child.pid!)];
  child.kill(signal);
  const code = await ended;
  const processes = started.filter((pid) => isAlive(pid));
  const namespace = existsSync(`/run/netns/pawl-${child.pid}`);
  return { before, after: { code, files: files(), processes, namespace } };
}

async function prepare(folder: string): Promise<void> {
  put(
    folder,
    'pawl.config.yaml',
    'train:\n  target: simulated:hostile\n  epochs: 50\nselfplay:\n  practice: { world: first, exam: 2 }\n  corpus: play/corpus.jsonl\n',
  );
  await runPawl(['init', 'selfplay', '--yes', '--dir', 'play'], { cwd: folder });
}

function childrenOf(pid: number): readonly number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return listed.flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    // A process that ended and was not waited for yet is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
