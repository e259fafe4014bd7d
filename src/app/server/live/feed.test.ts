import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type RunJournal, type Store, type StoreReader } from '#world/store';
import { Feed } from './feed.ts';
import { streamEvents, type StreamLimits } from './stream-events.ts';

let folder: string;
let writing: Store;
let reading: StoreReader;
let journal: RunJournal;
let feed: Feed;
let server: Server;
let limits: StreamLimits;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-feed-'));
  writing = openStore(folder);
  journal = writing.createRun({ loop: 'practise', seed: 1, config: {} });
  emit(0, 10);
  reading = openStore(folder, { readOnly: true });
  feed = new Feed(reading, journal.run, () => '{"state":"running"}');
  limits = { stallMs: 100, gapAbove: 50, pingMs: 60_000 };
  server = createServer((request, response) => {
    const last = Number(request.headers['last-event-id'] ?? -1);
    void streamEvents(response, feed, last + 1, limits);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  reading.close();
  writing.close();
  rmSync(folder, { recursive: true });
});

function emit(from: number, to: number, size = 1): void {
  for (let i = from; i < to; i += 1) journal.emit('thing-happened', { i, pad: 'x'.repeat(size) });
  journal.flush();
}

function connect(after?: number): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const headers = after === undefined ? {} : { 'last-event-id': String(after) };
  return new Promise((resolve) => get({ host: '127.0.0.1', port, headers }, resolve));
}

/** Reads until an id was seen; returns all ids, and the gaps. */
async function readUntil(response: IncomingMessage, id: number): Promise<{ ids: number[]; gaps: unknown[] }> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    text += String(part);
    if (text.includes(`\nid: ${id}\n`, text.length - String(part).length - 20) && text.endsWith('\n\n')) break;
  }
  const frames = text.split('\n\n');
  const of = (kind: string): string[] => frames.filter((frame) => frame.includes(`\nevent: ${kind}\n`));
  return {
    ids: of('run-event').map((frame) => Number(/^id: (\d+)/u.exec(frame)![1])),
    gaps: of('gap').map((frame) => JSON.parse(/data: (.*)/u.exec(frame)![1]!) as unknown),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe('live events', () => {
  it('give every id once and in order: old ones, then new ones as they come', async () => {
    const response = await connect();
    const read = readUntil(response, 2999);
    for (let i = 10; i < 3000; i += 230) emit(i, Math.min(3000, i + 230));
    expect(await read).toEqual({ ids: range(0, 3000), gaps: [] });
  });

  it('go on after the last id that a client names', async () => {
    const response = await connect(6);
    expect(await readUntil(response, 9)).toEqual({ ids: [7, 8, 9], gaps: [] });
  });

  it('leave out what a client that stood still has missed, and say so', async () => {
    const response = await connect();
    response.pause();
    emit(10, 160, 40_000);
    await new Promise((done) => setTimeout(done, 400));
    emit(160, 1000);
    const { ids, gaps } = await readUntil(response, 999);
    expect(gaps).toHaveLength(1);
    const { from, to } = gaps[0] as { from: number; to: number };
    expect([...ids, ...range(from, to)].toSorted((a, b) => a - b)).toEqual(range(0, 1000));
    expect(to - from).toBeGreaterThan(50);
  });

  it('cost nothing once nobody listens', async () => {
    const response = await connect();
    await readUntil(response, 9);
    response.destroy();
    for (let i = 0; i < 50 && feed.readers > 0; i += 1) await new Promise((done) => setTimeout(done, 10));
    expect(feed.readers).toBe(0);
  });

  it('let a client go that went while something was written to it', async () => {
    class Gone extends EventEmitter {
      destroyed = false;
      writeHead(): void {}
      end(): void {}
      write(text: string): boolean {
        if (text.startsWith('retry')) return true;
        this.destroyed = true;
        this.emit('close');
        return false;
      }
    }
    await streamEvents(new Gone() as unknown as ServerResponse, feed, 0, limits);
    expect(feed.readers).toBe(0);
  });

  it('let readers go when the store cannot be read, and end nothing else', async () => {
    const response = await connect();
    const read = readUntil(response, 1_000_000);
    await expect.poll(() => feed.readers).toBe(1);
    reading.close();
    reading = openStore(folder, { readOnly: true });
    expect((await read).ids).toEqual(range(0, 10));
    expect(feed.readers).toBe(0);
  });
});
