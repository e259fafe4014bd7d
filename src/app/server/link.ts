import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { makeWorkspace } from '#world/store/workspace';

/** Token and port of a workspace's dashboard, kept so that the link works again tomorrow. */
export const Link = z.strictObject({ token: z.string().min(16), port: z.int().min(0).max(65_535) });
export type Link = z.infer<typeof Link>;

function pathOf(workspace: string): string {
  return join(workspace, 'serve.json');
}

/** The kept link; a fresh token and no port where there is none, or it cannot be read. */
export function readLink(workspace: string): Link {
  try {
    const parsed = Link.safeParse(JSON.parse(readFileSync(pathOf(workspace), 'utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // There was none.
  }
  return { token: randomBytes(24).toString('base64url'), port: 0 };
}

/** Only the owner may read it: whoever has the token may look at every run, and stop them. */
export function keepLink(workspace: string, link: Link): void {
  makeWorkspace(workspace);
  const path = pathOf(workspace);
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(link)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, path);
}

/** The kept link; where its port is taken or there is none yet, one with a port that is free now, kept for the server that starts next. */
export async function reserveLink(workspace: string): Promise<Link> {
  const link = readLink(workspace);
  const port = await probePort(link.port).catch(() => probePort(0));
  const reserved = { ...link, port };
  if (port !== link.port) keepLink(workspace, reserved);
  return reserved;
}

/** Whether nobody listens at the port of the kept link any more. */
export async function isLinkFree(workspace: string): Promise<boolean> {
  const { port } = readLink(workspace);
  return probePort(port).then(
    () => true,
    () => false,
  );
}

/** The port where it is free; any that is free for 0. */
function probePort(asked: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(asked, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The link of a dashboard that serves this workspace now, with its runs in this store. */
export async function standingLink(workspace: string, store: string): Promise<string | undefined> {
  const link = readLink(workspace);
  if (link.port === 0) return undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${link.port}/api/health`, {
      headers: { Authorization: `Bearer ${link.token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(500),
    });
    const own = z.object({ name: z.literal('pawl'), workspace: z.literal(workspace), store: z.literal(store) });
    return own.safeParse(await response.json()).success ? addressOf('127.0.0.1', link) : undefined;
  } catch {
    return undefined;
  }
}

/** The address that lets a person in. */
export function addressOf(host: string, { token, port }: Link): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/?token=${encodeURIComponent(token)}`;
}
