import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { builtPawl } from './built-pawl.ts';
import { root } from './sources.ts';
import { put, workplace } from './attacks/workplace.ts';
import { isInstalled, needs } from './needs.ts';
import { runPawl } from './run-pawl.ts';
import { startPostgresServer, startRedisServer, type TestServer } from './queue-server.ts';

// Whole runs: a coordinator and two workers, each a process of its own, end with the hash of one process alone.
const program = builtPawl();
/** Benchmarks are part of a checkout alone. */
const checkout = join(root, 'bin/pawl.mjs');
const folder = workplace();
const env = { ...process.env, PAWL_QUEUE_KEY: 'a key for these runs alone' };

const runs: Readonly<Record<string, { readonly config: string; readonly args: readonly string[] }>> = {
  train: {
    config: 'train:\n  target: simulated:small\n  epochs: 1\n  batchSize: 40\n',
    args: ['train'],
  },
  evolve: { config: '', args: ['evolve', '--profile', 'tiny', '--templates', 'PARITY', '--threads', '1'] },
  selfplay: {
    config:
      'selfplay:\n  practice: { world: first, exam: 2 }\n  corpus: play/corpus.jsonl\n  schooling: { steps: 150 }\n  iterations: 2\n  questions: 12\n  finalQuestions: 4\n  gate: { every: 10, questions: 4 }\n',
    args: ['selfplay'],
  },
};

/** The last line of standard output, as JSON. */
async function hashOfRun(cwd: string, args: readonly string[]): Promise<string> {
  mkdirSync(cwd, { recursive: true });
  const child = spawn(process.execPath, [args[0] === 'bench' ? checkout : program, ...args, '--json'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise((resolve) => void child.on('close', resolve));
  expect(code, err).toBe(0);
  return JSON.parse(out.trim().split('\n').at(-1)!).hash;
}

describe.each([
  ['redis-server', startRedisServer],
  ['postgres', startPostgresServer],
] as const)('two workers at %s', (name, start) => {
  let server: TestServer | undefined;
  const workers: ChildProcess[] = [];
  const done = [0, 0];
  beforeAll(async () => {
    if (!isInstalled(name)) return;
    server = await start();
    for (let i = 0; i < 2; i += 1) {
      const args = [program, 'worker', '--queue', server.url, '--threads', '1'];
      const worker = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      worker.stderr.on(
        'data',
        (chunk: Buffer) => (done[i]! += chunk.toString().match(/^\w+\/\S+ [0-9a-f]{12}$/gmu)?.length ?? 0),
      );
      workers.push(worker);
    }
  }, 120_000);
  afterAll(async () => {
    const gone = workers.map((worker) => new Promise((resolve) => void worker.on('close', resolve)));
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(gone);
    await server?.close();
  }, 60_000);

  needs(name)('play the benchmark of evolve that one process plays', async () => {
    const cwd = join(folder, `${name}-bench`);
    mkdirSync(cwd, { recursive: true });
    const args = 'bench evolve --arms whole --seeds 1 --outsiders 0 --profile tiny --templates PARITY --threads 1';
    const hashIn = async (workspace: string, ...more: readonly string[]): Promise<string> => {
      await hashOfRun(cwd, [...args.split(' '), '--workspace', workspace, ...more]);
      return hashOfRun(cwd, ['runs', 'list', '--workspace', workspace]);
    };
    const before = done[0]! + done[1]!;
    const alone = await hashIn('alone');
    expect(alone).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashIn('queued', '--queue', server!.url)).toBe(alone);
    expect(done[0]! + done[1]!).toBeGreaterThan(before);
  });

  for (const [loop, { config, args }] of Object.entries(runs)) {
    needs(name)(`finish the run of ${loop} that one process finishes`, async () => {
      const cwd = join(folder, `${name}-${loop}`);
      if (config !== '') put(cwd, 'pawl.config.yaml', config);
      if (loop === 'selfplay') await runPawl(['init', 'selfplay', '--yes', '--dir', 'play'], { cwd });
      const before = [...done];
      const alone = await hashOfRun(cwd, [...args, '--workspace', 'alone']);
      expect(await hashOfRun(cwd, [...args, '--workspace', 'queued', '--queue', server!.url])).toBe(alone);
      // Both took part.
      expect(done[0]).toBeGreaterThan(before[0]!);
      expect(done[1]).toBeGreaterThan(before[1]!);
    });
  }
});
