import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A server of queues of one's own, on a loopback port, that keeps what it acknowledged. */
export interface QueueServerProcess {
  readonly url: string;
  readonly port: number;
  /** Ends it as a power cut would, and starts it again on the same files. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
}

export async function startRedisServer(): Promise<QueueServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-redis-'));
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
  return started(`redis://127.0.0.1:${port}`, port, folder, () =>
    spawn('redis-server', ['--port', String(port), ...options, '--dir', folder], { stdio: 'ignore' }),
  );
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
export async function startPostgresServer(): Promise<QueueServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const as = process.getuid?.() === 0 ? userNamed('postgres') : {};
  if (as.uid !== undefined) for (const path of [folder, data]) chownSync(path, as.uid, as.gid ?? 0);
  const port = await freePort();
  const programs = { stdio: 'ignore', ...as } as const;
  execFileSync('initdb', ['-D', data, '-U', 'pawl', '--auth=trust', '--no-sync'], programs);
  const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const server = await started(`postgres://pawl@127.0.0.1:${port}/postgres`, port, folder, () =>
    spawn('postgres', options, programs),
  );
  return server;
}

async function started(
  url: string,
  port: number,
  folder: string,
  start: () => ChildProcess,
): Promise<QueueServerProcess> {
  let child = start();
  /** What the killed one left, such as processes that still hold its memory, can make a start fail: it is tried again. */
  const untilStarted = async (): Promise<void> => {
    for (;;) {
      const isGone = new Promise<boolean>((resolve) => void child.once('close', () => resolve(true)));
      if (!(await Promise.race([isGone, untilOpen(port)]))) return;
      await wait(200);
      child = start();
    }
  };
  await untilStarted();
  const kill = async (): Promise<void> => {
    const gone = new Promise((resolve) => void child.on('close', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    port,
    async killAndRestart() {
      await kill();
      child = start();
      await untilStarted();
    },
    async close() {
      await kill();
      // Its children may write a last file.
      await wait(200);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function userNamed(name: string): { uid?: number; gid?: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
}

async function untilOpen(port: number): Promise<boolean> {
  while (!(await isOpen(port))) await wait(30);
  return false;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
