import { createServer, type Server, type ServerOptions } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Fault, invariant } from '#foundation/kernel';
import type { StoreReader } from '#world/store';
import { createApp } from './create-app.ts';
import { hostsOf, loopback } from './hosts.ts';
import { addressOf, keepLink, type Link, readLink, standingLink } from './link.ts';
import type { ServerPorts } from './ports.ts';
import { sourcesOf } from './sources.ts';

export interface ServeOptions {
  readonly store: StoreReader;
  readonly workspace: string;
  readonly version: string;
  readonly ports: ServerPorts;
  /** 127.0.0.1 unless told; any other address needs a token of the owner's own. */
  readonly host: string;
  readonly port?: number | undefined;
  readonly token?: string | undefined;
  /** Clients that may follow runs at once, and how long a request may take to come in; tests ask for less. */
  readonly limits?: { readonly listeners?: number; readonly requestMs?: number };
}

/** A server that listens. */
export interface Serving {
  /** Lets a person in. */
  readonly address: string;
  readonly port: number;
  /** The link of another server that shows the workspace already. */
  readonly standing: string | undefined;
  close(): Promise<void>;
}

/** Sockets at once; more are closed as they come, so that files and memory for the store remain. */
const MOST_CONNECTIONS = 2000;

/** A client that sends its request drop by drop is cut off; answers may take as long as they need. */
function patienceOf(requestMs = 120_000): ServerOptions {
  return {
    headersTimeout: requestMs / 2,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(2000, requestMs / 4),
  };
}

/** Starts the dashboard. Token and port are kept in the workspace, so that the same link works again. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { store, workspace, version, ports, host } = options;
  if (!loopback.has(host) && options.token === undefined) {
    throw new Fault('server/no-token', `${host} can be reached by others`);
  }
  const kept = readLink(workspace);
  const standing = await standingLink(workspace, ports.house().store);
  const token = options.token ?? kept.token;
  // The app must know its own name, and the name has the port in it, which is known once it listens.
  const late: { app?: ReturnType<typeof createApp> } = {};
  const listener = getRequestListener((request, bindings) => {
    invariant(late.app !== undefined, 'the server knows its port');
    return late.app.fetch(request, bindings);
  });
  const server = createServer(
    patienceOf(options.limits?.requestMs),
    (request, response) => void listener(request, response),
  );
  server.maxConnections = MOST_CONNECTIONS;
  await listenSomewhere(server, host, options.port, kept.port);
  const port = portOf(server);
  const sources = sourcesOf({ store, ports, version, workspace });
  late.app = createApp(sources, { token, port, hosts: hostsOf(host, port) }, options.limits?.listeners);
  const link: Link = { token, port };
  // The link of the first one is what works again tomorrow; a second beside it must not take its place.
  if (options.token === undefined && standing === undefined) keepLink(workspace, link);
  return {
    address: addressOf(host, link),
    standing,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The port that was asked for; else the one of last time, or any where that is taken. */
async function listenSomewhere(server: Server, host: string, asked: number | undefined, kept: number): Promise<void> {
  try {
    await listenAt(server, host, asked ?? kept);
  } catch (error) {
    if (asked === undefined && kept !== 0) {
      await listenAt(server, host, 0);
      return;
    }
    throw new Fault('server/port-taken', `cannot listen at ${host}:${asked ?? kept}`, { cause: error });
  }
}

function listenAt(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'it listens at a port');
  return address.port;
}
