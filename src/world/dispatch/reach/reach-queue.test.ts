import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled, needs } from '../../../../test/needs.ts';
import { startRedisServer, type TestServer } from '../../../../test/queue-server.ts';
import { reachQueue } from './reach-queue.ts';

const atOnce = { milliseconds: 0, tell: () => undefined };

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

describe('reachQueue', () => {
  let server: TestServer | undefined;
  const address = (password: string): string => server!.url.replace('://', `://:${password}@`);
  beforeAll(async () => {
    if (!isInstalled('redis-server')) return;
    server = await startRedisServer();
    const client = new Redis(server.url);
    await client.config('SET', 'requirepass', 'right');
    client.disconnect();
  });
  afterAll(() => server?.close());

  it('says where nobody answers, for servers of both kinds, and tells no password', async () => {
    for (const url of ['redis://:hidden@127.0.0.1:9', 'postgres://me:hidden@127.0.0.1:9/pawl']) {
      const fault = await reachQueue({ url }, atOnce).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'dispatch/bad-queue', message: expect.stringContaining('127.0.0.1:9') });
      expect(String(fault)).not.toContain('hidden');
    }
  });

  needs('redis-server')('says at once that a password is wrong or missing, however patient it is', async () => {
    const patient = { milliseconds: 60_000, tell: () => undefined };
    for (const url of [address('wrong'), server!.url]) {
      await expect(reachQueue({ url }, patient)).rejects.toMatchObject({
        code: 'dispatch/bad-queue',
        message: expect.stringContaining('does not let us in'),
      });
    }
  });

  needs('redis-server')('counts the workers of the queue of that name', async () => {
    const { hostname: host, port } = new URL(server!.url);
    const worker = new Worker('ours-jobs', () => Promise.resolve(), {
      connection: { host, port: Number(port), password: 'right' },
    });
    await worker.waitUntilReady();
    const url = address('right');
    expect(await reachQueue({ url, name: 'theirs' }, atOnce)).toBe(0);
    expect(await reachQueue({ url, name: 'ours' }, atOnce)).toBeGreaterThan(0);
    await worker.close(true);
  });

  needs(isInstalled('openssl') ? 'redis-server' : 'openssl')(
    'speaks TLS only with a server that an authority vouches for',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pawl-tls-'));
      try {
        const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
        const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
        const how = [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ];
        execFileSync('openssl', [...how, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
        for (const path of [folder, key, cert]) chmodSync(path, 0o755);
        const port = await freePort();
        const client = new Redis(address('right'));
        const files = ['tls-cert-file', cert, 'tls-key-file', key, 'tls-auth-clients', 'no'];
        await client.call('CONFIG', 'SET', ...files, 'tls-port', String(port));
        client.disconnect();
        const url = `rediss://:right@127.0.0.1:${port}`;
        await expect(reachQueue({ url }, atOnce)).rejects.toMatchObject({
          code: 'dispatch/bad-queue',
          message: expect.stringMatching(/is not to be trusted: self-signed certificate/),
          hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
        });
        await expect(reachQueue({ url: url.replace('rediss', 'redis') }, atOnce)).rejects.toThrow('127.0.0.1');
        const script = `const { reachQueue } = await import(${JSON.stringify(new URL('reach-queue.ts', import.meta.url).href)});
        console.log(await reachQueue({ url: '${url}' }, { milliseconds: 0, tell: () => undefined }));`;
        const told = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
          cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
          env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
          encoding: 'utf8',
        });
        expect(told.trim()).toBe('0');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
