import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:net';

/** A Redis server of one's own, on a loopback port, that keeps what it acknowledged (AOF, synced at each write). */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a power cut would, and starts it again on the same files. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
}

export async function startRedis(folder: string): Promise<RedisServer> {
  const port = await freePort();
  const start = async (): Promise<() => Promise<void>> => {
    const options = [
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--dir',
      folder,
    ];
    const child = spawn('redis-server', ['--port', String(port), ...options], { stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => void child.on('close', () => resolve()));
    while (!(await answers(port))) await wait(20);
    return () => {
      child.kill('SIGKILL');
      return gone;
    };
  };
  let kill = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async killAndRestart() {
      await kill();
      kill = await start();
    },
    close: () => kill(),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('data', (chunk: Buffer) => end(chunk.toString().startsWith('+PONG')));
    socket.on('error', () => end(false));
    socket.setTimeout(500, () => end(false));
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
