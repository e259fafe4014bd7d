import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
  return started({ url: `redis://127.0.0.1:${port}`, port, folder }, () =>
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
  return started({ url: `postgres://pawl@127.0.0.1:${port}/postgres`, port, folder }, () =>
    spawn('postgres', options, programs),
  );
}

interface Place {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
}

async function started(place: Place, start: () => ChildProcess): Promise<QueueServerProcess> {
  const { url, port, folder } = place;
  let child = start();
  await untilStarted();

  /** A start can fail on what the killed one left: it is tried again, with a limit. */
  async function untilStarted(): Promise<void> {
    const began = performance.now();
    while (!(await isOpen(port))) {
      if (child.exitCode !== null || child.signalCode !== null) child = start();
      if (performance.now() - began > patienceMs) throw new Error(`the server at ${url} does not start`);
      await wait(50);
    }
  }
  /** All processes of the server, as a power cut ends them: what is left of one would hold its memory and keep the next from starting. */
  async function kill(): Promise<void> {
    const gone = new Promise((resolve) => void child.once('exit', resolve));
    // A process that is stopped starts no further ones.
    child.kill('SIGSTOP');
    const children = childrenOf(child.pid!);
    child.kill('SIGKILL');
    for (const pid of children) killQuietly(pid);
    await gone;
    while (children.some(isAlive)) await wait(10);
  }
  return {
    url,
    port,
    async killAndRestart() {
      await kill();
      child = start();
      await untilStarted();
    },
    async close() {
      // In order where it can, so that nothing of it stays in shared memory.
      const gone = new Promise((resolve) => void child.once('exit', resolve));
      child.kill('SIGINT');
      if (!(await Promise.race([gone.then(() => true), wait(5000, false)]))) await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const patienceMs = 120_000;

/** Read from the process table: those of PostgreSQL leave the group of their parent. */
function childrenOf(pid: number): readonly number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => statOf(each)?.parent === pid);
}

function isAlive(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== 'Z';
}

/** State and parent are the first two words after the name in parentheses. */
function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function userNamed(name: string): { uid?: number; gid?: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
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
