import { probeKind } from '../../src/app/cli/jobs/probe-kind.ts';
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { runJobs } from '#foundation/contracts/ports';
import { createQueueDispatcher } from '#world/dispatch/queues';
import { builtPawl } from '../built-pawl.ts';
import { needs } from '../needs.ts';
import { workplace } from './workplace.ts';

// A worker in a network namespace of its own; the link between it and the queue is cut for 30 s. Making namespaces takes root.
const [space, near, far] = ['pawl-cut', 'pawl-near', 'pawl-far'];
const [here, there] = ['10.213.77.1', '10.213.77.2'];
const port = 16_399;
const key = 'a key for this link alone';
const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: 'ignore' });
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // Not there.
  }
};
const isRoot = process.getuid?.() === 0;
const folder = workplace();
const ended: (() => void)[] = [];
afterAll(() => {
  for (const end of ended) end();
  quietly(() => ip('netns', 'delete', space));
  quietly(() => ip('link', 'delete', near));
});

needs(isRoot ? 'redis-server' : 'root')('jobs of a worker whose link is cut for 30 s are done, once each', async () => {
  quietly(() => ip('netns', 'delete', space));
  ip('netns', 'add', space);
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far);
  ip('link', 'set', far, 'netns', space);
  ip('addr', 'add', `${here}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  ip('netns', 'exec', space, 'ip', 'addr', 'add', `${there}/30`, 'dev', far);
  ip('netns', 'exec', space, 'ip', 'link', 'set', far, 'up');
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', here, '--protected-mode', 'no', '--save', '', '--dir', folder],
    {
      stdio: 'ignore',
    },
  );
  const url = `redis://${here}:${port}`;
  const program = builtPawl();
  const args = ['netns', 'exec', space, process.execPath, program, 'worker', '--queue', url, '--at-once', '2'];
  const worker = spawn('ip', args, {
    cwd: folder,
    env: { ...process.env, PAWL_QUEUE_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  ended.push(
    () => worker.kill('SIGKILL'),
    () => server.kill('SIGKILL'),
  );
  let said = '';
  worker.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const queue = createQueueDispatcher({ url, key });
  const ask = (from: number, count: number): Promise<{ square: number }[]> =>
    runJobs(
      queue,
      probeKind,
      Array.from({ length: count }, (_, i) => ({ n: from + i, milliseconds: 300 })),
    );
  await ask(-4, 4);
  const asked = ask(0, 40);
  await wait(1500);
  ip('link', 'set', near, 'down');
  await wait(30_000);
  ip('link', 'set', near, 'up');
  expect((await asked).map(({ square }) => square)).toEqual(Array.from({ length: 40 }, (_, n) => n * n));
  await queue.close();
  // What was under way when the link went may be done again: two at a time.
  const done = said.match(/^bench\/wait [0-9a-f]{12}$/gmu) ?? [];
  expect(new Set(done).size).toBe(44);
  expect(done.length).toBeLessThanOrEqual(44 + 2);
});
