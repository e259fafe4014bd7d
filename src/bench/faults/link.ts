import { connect, createServer, type Socket } from 'node:net';

/** A way to a port that can be cut and mended, as a link between machines is. */
export interface Link {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): void;
}

export function openLink(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: target });
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
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
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
