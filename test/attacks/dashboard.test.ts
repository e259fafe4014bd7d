import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type ServerPorts, type Serving } from '#app/server';
import { openStore, type Store, type StoreReader } from '#world/store';
import { workplace } from './workplace.ts';

// Who has the link may still be a page gone wild or a tool that misbehaves: it may cost the server no more than its limits, and others nothing.
const folder = workplace();
const none = (): never => {
  throw new Error('not asked for');
};
const ports: ServerPorts = {
  house: () => ({ bytes: 0, quota: null, store: folder }),
  check: none,
  machine: none,
  stepMachine: none,
  benchmarks: () => ({ folder: '', results: [] }),
  benchmark: none,
  start: none,
  forms: () => Promise.resolve([]),
  resume: () => {
    throw new Error('not asked');
  },
  note: () => undefined,
  deleteRuns: () => undefined,
  tasks: () => Promise.resolve([]),
  stop: none,
};
let writing: Store;
let store: StoreReader;
let serving: Serving;
/** One that has little patience with those who send slowly. */
let hasty: Serving;
let headers: Record<string, string>;
let run = '';
let journal: ReturnType<Store['createRun']>;

beforeAll(async () => {
  writing = openStore(folder);
  journal = writing.createRun({ loop: 'train', seed: 1, config: {} });
  run = journal.run;
  store = openStore(folder, { readOnly: true });
  const told = { store, workspace: folder, version: '0', ports, host: '127.0.0.1' };
  serving = await serve({ ...told, limits: { listeners: 20 } });
  hasty = await serve({ ...told, limits: { requestMs: 500 } });
  headers = { authorization: `Bearer ${new URL(serving.address).searchParams.get('token') ?? ''}` };
});

afterAll(async () => {
  await serving.close();
  await hasty.close();
  store.close();
  writing.close();
});

/** The status of an answer; its body is left unread where it does not end. */
function statusOf(path: string, body?: Iterable<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: '127.0.0.1', port: serving.port, path, method, headers, agent: false }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
      open.push(() => answer.destroy());
    });
    asked.on('error', reject);
    for (const part of body ?? []) asked.write(part);
    asked.end();
  });
}
const open: (() => void)[] = [];

/** What a client that reads hears until a feed has told its last. */
async function lastTold(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${serving.port}${path}`, { headers });
  const reader = answer.body!.getReader();
  let heard = '';
  for (;;) {
    const { value, done } = await reader.read();
    heard = (heard + new TextDecoder().decode(value)).slice(-5000);
    if (done || heard.includes('flood-ended')) break;
  }
  await reader.cancel();
  return heard;
}

describe('attacks on the dashboard', () => {
  it('lets no more clients follow runs than it can bear, answers others meanwhile, and has room again when they go', async () => {
    const path = `/api/runs/${run}/live`;
    const seen = await Promise.all(Array.from({ length: 30 }, () => statusOf(path)));
    expect(seen.filter((status) => status === 200)).toHaveLength(20);
    expect(seen.filter((status) => status === 429)).toHaveLength(10);
    expect(await statusOf('/api/runs')).toBe(200);
    for (const close of open.splice(0)) close();
    await expect.poll(() => statusOf(path), { timeout: 20_000 }).toBe(200);
    for (const close of open.splice(0)) close();
  });

  it('keeps nothing of a flood of events for clients that do not read, answers others, and the last one is told', async () => {
    const path = `/api/runs/${run}/live`;
    const stalled = Array.from({ length: 10 }, () => {
      const socket = connect(serving.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(
        `GET ${path}?after=-1 HTTP/1.1\r\nHost: 127.0.0.1:${serving.port}\r\nAuthorization: ${headers['authorization']!}\r\n\r\n`,
      );
      return socket;
    });
    const before = process.memoryUsage().rss;
    const says = 'x'.repeat(2000);
    // 60 MB of events: for ten that do not read, kept for each, 600.
    const during: number[] = [];
    for (let i = 0; i < 30_000; i += 1) {
      journal.emit('thing-happened', { i, says });
      if (i % 1000 !== 0) continue;
      journal.flush();
      during.push(await statusOf('/api/runs'));
    }
    expect(during.filter((status) => status !== 200)).toEqual([]);
    journal.emit('flood-ended', {});
    journal.flush();
    await expect.poll(() => lastTold(`${path}?after=29500`), { timeout: 20_000 }).toContain('flood-ended');
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400);
    for (const socket of stalled) socket.destroy();
    await expect.poll(() => statusOf(path), { timeout: 20_000 }).toBe(200);
    for (const close of open.splice(0)) close();
  }, 60_000);

  it('reads no more of a body than an answer could need, whether its length is told or not', async () => {
    const large = 'x'.repeat(1_000_000);
    expect(await statusOf('/api/runs', [large])).toBe(413);
    function* drops(): Iterable<string> {
      for (let i = 0; i < 100; i += 1) yield 'x'.repeat(10_000);
    }
    expect(await statusOf('/api/runs', drops())).toBe(413);
    expect(await statusOf('/api/runs', ['{"command":["a list"]}'])).toBe(400);
    expect(await statusOf('/api/runs', ['['.repeat(60_000)])).toBe(400);
  });

  it.each([
    ['headers', 'GET /api/runs HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a body', 'POST /api/runs HTTP/1.1\r\nHost: HOST\r\nAuthorization: TOKEN\r\nContent-Length: 1000\r\n\r\n{'],
  ])('cuts off who sends %s drop by drop', async (_what, text) => {
    const sent = text.replace('HOST', `127.0.0.1:${hasty.port}`).replace('TOKEN', headers['authorization']!);
    const socket = connect(hasty.port, '127.0.0.1');
    const drops = setInterval(() => socket.write('x'), 50);
    socket.on('error', () => undefined);
    // Were it not cut off, this would not end.
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.resume();
      socket.write(sent);
    });
    clearInterval(drops);
    expect(await statusOf('/api/runs')).toBe(200);
  });
});
