import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/needs.ts';
import { runPawl } from '../../../../test/run-pawl.ts';
import { inspectModelEndpoints, listModels } from './model-endpoints.ts';
import { inspectPrograms } from './programs.ts';
import { inspectRedis, pingRedis, redisAddress } from './redis.ts';
import { inspectRuntime, satisfies } from './runtime.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A port on loopback that nobody listens on. */
async function sparePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('pawl doctor', () => {
  it('finds nothing required missing here, and says what to do about the rest', async () => {
    const { code, out } = await runPawl(['doctor', '--timeout', '50'], { env: { PATH: '' } });
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {6}node/m);
    expect(out).toMatch(/^- {7}chromium .*\n +→ apt-get install --no-install-recommends chromium$/m);
    expect(out).toContain('Nothing required is missing.');
  });

  it('names keys in the environment, never their values', async () => {
    const env = { PATH: '', OPENAI_API_KEY: 'sk-never-shown', REDIS_URL: 'redis://me:pa55word@127.0.0.1:1' };
    for (const flags of [[], ['--json']]) {
      const { out, err } = await runPawl(['doctor', '--timeout', '50', ...flags], { env });
      expect(out).toContain('OPENAI_API_KEY is set');
      expect(out + err).not.toMatch(/never-shown|pa55word/);
    }
  });
});

describe('inspectRuntime', () => {
  it('finds SIMD and compares the version of Node', () => {
    const found = (engines: string): unknown[] =>
      inspectRuntime(engines).map(({ name, state, required }) => [name, state, required]);
    expect(found('>=20.19')).toContainEqual(['wasm-simd', 'ok', true]);
    expect(found('>=20.19')).toContainEqual(['node', 'ok', true]);
    expect(found('>=99')).toContainEqual(['node', 'missing', true]);
  });

  it.each([
    ['20.19.0', '>=20.19', true],
    ['20.18.9', '>=20.19', false],
    ['22.1.0', '>=20.19', true],
    ['18.20.0', '>=20.19', false],
    ['20.19.0', '>=20.19.1', false],
  ])('says whether %s satisfies %s', (version, wanted, yes) => {
    expect(satisfies(version, wanted)).toBe(yes);
  });
});

describe('inspectPrograms', () => {
  it('looks for executables on the path', () => {
    const [first] = inspectPrograms('/nowhere');
    expect(first).toMatchObject({ name: 'chromium', state: 'missing', required: false });
    expect(
      inspectPrograms(process.env['PATH']!).every(({ state, todo }) => (state === 'ok') === (todo === undefined)),
    ).toBe(true);
  });
});

describe('redisAddress', () => {
  it('reads addresses with and without credentials, and refuses others', () => {
    expect(redisAddress(undefined)).toEqual({ host: '127.0.0.1', port: 6379 });
    expect(redisAddress('redis://h')).toEqual({ host: 'h', port: 6379 });
    expect(redisAddress('redis://me:p%40ss@h:7')).toEqual({ host: 'h', port: 7, username: 'me', password: 'p@ss' });
    for (const bad of ['nonsense', 'http://h', 'redis:']) expect(redisAddress(bad)).toBeUndefined();
  });
});

describe('inspectRedis', () => {
  it('does not take silence, refusal or another protocol for Redis', async () => {
    const port = await sparePort();
    expect(await pingRedis({ host: '127.0.0.1', port }, 200)).toBe(false);
    for (const reply of ['', '-NOAUTH Authentication required.\r\n', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
      const server = createServer((socket) => void socket.on('error', () => {}).write(reply)).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      expect(await pingRedis({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, 100)).toBe(false);
      server.close();
    }
    expect(await inspectRedis('nonsense', 10)).toMatchObject({ state: 'missing' });
  });

  needs('redis-server')('pings a real server, and one with a password only with it', async () => {
    const port = await sparePort();
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--requirepass',
      'pass word',
      '--dir',
      folder,
    ];
    const server = spawn('redis-server', args, { stdio: 'ignore' });
    try {
      const good = `redis://:pass%20word@127.0.0.1:${port}`;
      let finding = await inspectRedis(good, 500);
      for (let tries = 0; finding.state !== 'ok' && tries < 100; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        finding = await inspectRedis(good, 500);
      }
      expect(finding).toMatchObject({ state: 'ok', seen: `PONG from 127.0.0.1:${port}` });
      expect(await inspectRedis(`redis://:wrong@127.0.0.1:${port}`, 500)).toMatchObject({ state: 'missing' });
      expect(await inspectRedis(`redis://127.0.0.1:${port}`, 500)).toMatchObject({ state: 'missing' });
      const env = { PATH: '', REDIS_URL: good };
      expect((await runPawl(['doctor'], { env })).out).toMatch(/^ok +redis +PONG from/m);
    } finally {
      server.kill();
      await new Promise((resolve) => server.once('exit', resolve));
    }
  });
});

describe('inspectModelEndpoints', () => {
  it('lists the models of an OpenAI-compatible server, and nothing of another', async () => {
    const bodies: Readonly<Record<string, string>> = {
      '/good/v1/models': '{"object":"list","data":[{"id":"tiny-1","object":"model"}]}',
      '/other/v1/models': '{"hello":"world"}',
    };
    const server = createHttpServer((request, response) => response.end(bodies[request.url ?? ''] ?? 'no')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => server.once('listening', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await listModels(`${base}/good`, 1000)).toEqual(['tiny-1']);
    expect(await listModels(`${base}/other`, 1000)).toBeUndefined();
    expect(await listModels(`${base}/none`, 1000)).toBeUndefined();
    server.closeAllConnections();
    server.close();
  });

  it('says what to do when there is none', async () => {
    const found = await inspectModelEndpoints({ ANTHROPIC_API_KEY: '' }, 50);
    expect(found.every(({ state, todo }) => state === 'ok' || todo !== undefined)).toBe(true);
  });
});
