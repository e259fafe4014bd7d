import { connect } from 'node:net';
import { type Finding, missing, present } from './finding.ts';

/** Where a Redis server is expected. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
}

/** Reads `redis://user:password@host:port`; without a URL the default port on this machine. */
export function redisAddress(url: string | undefined): RedisAddress | undefined {
  if (url === undefined || url === '') return { host: '127.0.0.1', port: 6379 };
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(url);
  if (protocol !== 'redis:' || hostname === '') return undefined;
  return {
    host: hostname,
    port: port === '' ? 6379 : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}

function command(...words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

/**
 * Asks a server whether it is Redis: true when it answers PING with PONG.
 *
 * @source RESP2: commands are arrays of bulk strings, `+PONG` a simple string
 */
export function pingRedis({ host, port, username, password }: RedisAddress, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host, port });
    const finish = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(timeoutMs, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('connect', () => {
      const login = username === undefined ? [password ?? ''] : [username, password ?? ''];
      socket.write(`${password === undefined ? '' : command('AUTH', ...login)}${command('PING')}`);
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('+PONG\r\n')) finish(true);
      else if (/^-|\r\n-/.test(answer)) finish(false);
    });
  });
}

/** Is there a Redis server to be used? The address is shown without its password. */
export async function inspectRedis(url: string | undefined, timeoutMs: number): Promise<Finding> {
  const name = 'redis';
  const address = redisAddress(url);
  if (address === undefined)
    return missing(name, 'REDIS_URL is not a redis:// address', 'Set REDIS_URL to redis://HOST:PORT.');
  const place = `${address.host}:${address.port}`;
  if (await pingRedis(address, timeoutMs)) return present(name, `PONG from ${place}`);
  return missing(name, `no answer from ${place}`, 'Start redis-server, or set REDIS_URL; only `pawl worker` needs it.');
}
