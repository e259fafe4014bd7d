import { execFileSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a port that can be cut and mended, as a link between machines is. */
export interface Link {
  readonly host: string;
  readonly port: number;
  /** What goes before the command line of a program that is to live at its far end. */
  readonly before: readonly string[];
  cut(): void;
  mend(): void;
  close(): void;
}

const loopback = '127.0.0.1';

/** Forwards to a port of this machine what comes to a port of that address. */
export function openLink(target: number, host = loopback): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect({ host: loopback, port: target });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      // Nothing passes a link that is cut; nobody hears of it either.
      one.on('data', (chunk: Buffer) => {
        if (!isCut) other.write(chunk);
      });
    }
    if (isCut) near.destroy();
  });
  return new Promise((resolve) => {
    server.listen(0, host, () => {
      const address = server.address();
      resolve({
        host,
        before: [],
        port: typeof address === 'object' && address !== null ? address.port : 0,
        cut: () => {
          isCut = true;
        },
        mend() {
          isCut = false;
          for (const socket of sockets) socket.destroy();
        },
        close() {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    });
  });
}

/** A network namespace, joined to this one by a pair of devices of which one is taken down: nothing passes, and nobody hears of it. Takes root. */
export async function openNamespace(target: number): Promise<Link> {
  const { pid } = process;
  const [space, near, far] = [`pawl-${pid}`, `pawln${pid}`, `pawlf${pid}`];
  const net = `10.213.${pid % 250}.${4 * (Math.floor(pid / 250) % 60)}`;
  const address = (last: number): string => net.replace(/\d+$/, (first) => String(Number(first) + last));
  const inside = ['netns', 'exec', space];
  const ip = (...args: readonly string[]): void =>
    void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  ip('netns', 'add', space);
  const close = (): void => {
    // The devices go with it.
    ip('netns', 'delete', space);
  };
  try {
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', space);
    ip('addr', 'add', `${address(1)}/30`, 'dev', near);
    ip('link', 'set', near, 'up');
    ip(...inside, 'ip', 'addr', 'add', `${address(2)}/30`, 'dev', far);
    ip(...inside, 'ip', 'link', 'set', far, 'up');
    const way = await openLink(target, address(1));
    return {
      host: way.host,
      port: way.port,
      before: ['ip', ...inside],
      cut: () => ip('link', 'set', near, 'down'),
      mend: () => ip('link', 'set', near, 'up'),
      close() {
        way.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
