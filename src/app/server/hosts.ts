import { hostname, networkInterfaces } from 'node:os';

/** Names of this machine that nobody else reaches. */
export const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** Values of `Host` by which a server is reached. Bound to every address, it answers to each of them and to the name of the machine. */
export function hostsOf(host: string, port: number): ReadonlySet<string> {
  const everywhere = host === '0.0.0.0' || host === '::';
  const own = everywhere
    ? [
        hostname().toLowerCase(),
        ...Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
      ]
    : [];
  const names = loopback.has(host) || everywhere ? [...loopback, host, ...own] : [host];
  return new Set(names.flatMap((name) => withPort(name.includes(':') ? `[${name}]` : name, port)));
}

function withPort(name: string, port: number): string[] {
  return port === 80 ? [name, `${name}:80`] : [`${name}:${port}`];
}
