import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTaskServer, type TaskServer } from '../../src/app/cli/tasks/task-server.ts';

// `pawl tasks serve` has no login: who is not on this machine, and pages of others that its owner looks at, must not reach it.
let server: TaskServer;
beforeAll(async () => {
  server = await startTaskServer('127.0.0.1', 0);
});
afterAll(() => server.close());

/** A request with headers that `fetch` would not send. */
function ask(path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const asked = request(server.url + path, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const make = (count: number): string => JSON.stringify({ task: 'PARITY@1', count });

describe('tasks serve', () => {
  it('answers to its own name, and to no other that leads here', async () => {
    expect((await ask('/', {}))[0]).toBe(200);
    expect((await ask('/', { host: 'evil.example' }))[0]).toBe(421);
    expect((await ask('/', { host: `evil.example:${new URL(server.url).port}` }))[0]).toBe(421);
  });

  it('answers no page of others', async () => {
    expect((await ask('/make', { origin: 'https://evil.example' }, make(1)))[0]).toBe(403);
    expect((await ask('/make', { origin: 'null' }, make(1)))[0]).toBe(403);
    expect((await ask('/make', { origin: server.url }, make(1)))[0]).toBe(200);
  });

  it('opens so many lanes and no more, and has room again once a batch is closed', async () => {
    const opened: string[] = [];
    const refusals = new Set<string>();
    for (let i = 0; i < 20; i += 1) {
      const [status, text] = await ask('/make', {}, make(4096));
      const answer: { readonly batch: string; readonly message: string } = JSON.parse(text);
      if (status === 200) opened.push(answer.batch);
      else refusals.add(answer.message);
    }
    expect([...refusals]).toEqual([expect.stringMatching(/lanes are open, and 65536 is all/u)]);
    // Beside the one lane of the page above.
    expect(opened.length).toBe(15);
    expect((await ask('/close', {}, JSON.stringify({ batch: opened[0] })))[0]).toBe(200);
    expect((await ask('/make', {}, make(4096)))[0]).toBe(200);
  });
});
