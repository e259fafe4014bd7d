import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRequest } from '#foundation/contracts/ports';
import { startModelServer } from '#world/models/loopback';
import { createModel } from '#world/models/providers';
import { openStore } from '#world/store';
import { requestJson } from '../../src/world/models/trainers/http-json.ts';
import { fetchSameOrigin } from '../../src/world/models/fetch-same-origin.ts';
import { notifyOfEnd } from '../../src/app/cli/serve/notify.ts';
import { runPawl } from '../run-pawl.ts';
import { put, workplace } from './workplace.ts';

// A server that is asked with a key, and leads elsewhere: whoever is there gets neither the key nor the request.
const key = 'zebra-on-the-17th-floor';
const visits: string[] = [];
let leading: Server;
let elsewhere: Server;
let base = '';

function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  elsewhere = await listen((request, response) => {
    visits.push(JSON.stringify(request.headers));
    response.end('{}');
  });
  leading = await listen((request, response) => {
    const [, status = '307', place] = /^\/(\d+)\/(own)?/u.exec(request.url ?? '') ?? [];
    if (request.url === '/arrived') response.end(JSON.stringify({ method: request.method, ...request.headers }));
    else response.writeHead(Number(status), { location: place === 'own' ? '/arrived' : addressOf(elsewhere) }).end();
  });
  base = addressOf(leading);
});
afterAll(() => {
  for (const server of [leading, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});

const request: ModelRequest = { stage: 'target', messages: [{ role: 'user', content: 'hi' }], seed: 1 };
const env = Object.fromEntries(
  ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'AZURE_OPENAI_API_KEY'].map((name) => [name, key]),
);

describe.each(['301', '302', '303', '307', '308'])('a redirect with %s', (status) => {
  it.each(['openai:m', 'anthropic:m', 'google:m', 'azure:m'])('takes no key of %s along', async (model) => {
    const client = createModel({ model, baseUrl: `${base}/${status}/` }, env);
    await expect(client.complete(request, AbortSignal.timeout(20_000))).rejects.toThrow(/no key is sent there/u);
    expect(visits).toEqual([]);
  });

  it('takes nothing along from a compatible server, a batch, a trainer, a notice or spans', async () => {
    const settings = { model: 'compatible:m', baseUrl: `${base}/${status}`, keyVariable: 'OPENAI_API_KEY' };
    await expect(createModel(settings, env).complete(request)).rejects.toThrow(/no key is sent there/u);
    const batch = { gatherMs: 1, pollMs: 1, most: 1 };
    const openai = { model: 'openai:m', baseUrl: `${base}/${status}` };
    await expect(createModel(openai, env, batch).complete(request)).rejects.toThrow(/no key is sent there/u);
    const headers = { authorization: `Bearer ${key}`, 'api-key': key };
    const job = { url: `${base}/${status}/train`, method: 'POST' as const, headers, body: { n: 1 } };
    await expect(requestJson(job)).rejects.toThrow(/no key is sent there/u);
    const notes: string[] = [];
    const place = workspace;
    const shell = {
      workspace: place,
      store: place,
      folder: place,
      env,
      mask: String,
      note: (line: string) => notes.push(line),
    };
    // Only these members are used.
    await notifyOfEnd(`${base}/${status}/hook`, { command: 'train', began: 0, code: 0 }, shell as never);
    expect(notes.join()).toMatch(/no key is sent there/u);
    const spans = ['runs', 'export', 'latest', '--format', 'otlp', '--endpoint', `${base}/${status}/v1/traces`];
    expect((await runPawl([...spans, '--workspace', workspace], { env })).err).toMatch(/no key is sent there/u);
    expect(visits).toEqual([]);
  });

  it('is followed where it stays with the server', async () => {
    const headers = { 'api-key': key };
    const answer = await fetchSameOrigin(`${base}/${status}/own`, { method: 'POST', headers, body: 'x' });
    const method = Number(status) <= 303 ? 'GET' : 'POST';
    expect(await answer.json()).toMatchObject({ method, 'api-key': key });
  });
});

describe('an address that somebody else wrote', () => {
  // Text is shown and stored, never asked: not where a task, a reply, a trace, a skill or a stored run names it.
  it('is asked by nobody: not of a task, a trace, a skill, a reply, or a run that is shown, exported, audited and adopted', async () => {
    const before = visits.length;
    const address = `${addressOf(elsewhere)}/asked`;
    const says = `See ${address} and ![it](${address}/x.png) <img src="${address}"> @${address}`;
    const home = join(workspace, 'named');
    const skill = join(home, 'skill');
    expect(await runPawl(['init', 'skill', '--yes', '--dir', skill])).toMatchObject({ code: 0 });
    writeFileSync(join(skill, 'SKILL.md'), `${readFileSync(join(skill, 'SKILL.md'), 'utf8')}\n${says}\n`);
    const tasks = readFileSync(join(skill, 'tasks.jsonl'), 'utf8').split('\n').filter(Boolean);
    const named = tasks.map((line) => JSON.stringify({ ...JSON.parse(line), note: says }));
    writeFileSync(join(skill, 'tasks.jsonl'), `${named.join('\n')}\n`);
    const config = join(skill, 'pawl.config.ts');
    writeFileSync(config, readFileSync(config, 'utf8').replace('epochs: 8', 'epochs: 1'));
    const turns = [
      { role: 'user', content: says },
      { role: 'assistant', content: says },
    ];
    const trace = put(home, 'trace.jsonl', `${JSON.stringify({ messages: turns })}\n`);
    const place = ['--workspace', join(home, 'runs')];
    const replying = await startModelServer(() => ({ kind: 'answer', text: says }));
    const target = { model: 'compatible:m', baseUrl: `${replying.address}/v1` };
    const asked = put(
      skill,
      'asked.json',
      JSON.stringify({ train: { skill: 'SKILL.md', tasks: 'tasks.jsonl', target } }),
    );
    const argvs = [
      ['eval', join(skill, 'SKILL.md'), '--config', asked, ...place],
      ['train', '--config', config, ...place],
      ['runs', 'show', 'latest', ...place],
      ['runs', 'export', 'latest', '--format', 'html', '--output', join(home, 'run.html'), ...place],
      ['runs', 'export', 'latest', '--format', 'md', '--output', join(home, 'run.md'), ...place],
      ['audit', 'latest', ...place],
      ['adopt', 'latest', '--dir', join(home, 'taken'), '--force', ...place],
      ['skill', 'lint', join(skill, 'SKILL.md')],
      ['tasks', 'from-traces', trace, '--output', join(home, 'made.jsonl')],
    ];
    let said = '';
    for (const argv of argvs) {
      const { out, err } = await runPawl(argv, { cwd: home });
      said += out + err;
    }
    expect(replying.received.length).toBeGreaterThan(0);
    await replying.close();
    const stored = openStore(join(home, 'runs'));
    const journal = stored.createRun({ loop: 'train', seed: 9, config: { from: address } });
    journal.emit('training-started', { world: says });
    journal.emit('step-ended', { step: 1, reply: says });
    journal.finish({ skill: says });
    stored.close();
    for (const argv of [
      ['runs', 'show', journal.run],
      ['audit', journal.run],
      ['adopt', journal.run, '--force'],
    ])
      said += (await runPawl([...argv, ...place], { cwd: home })).out;
    // It was there to be asked.
    expect(readFileSync(join(home, 'run.html'), 'utf8') + said).toContain(address);
    expect(visits.slice(before)).toEqual([]);
    await fetch(address);
    expect(visits.slice(before)).toHaveLength(1);
  });
});

const workspace = workplace();
const store = openStore(workspace);
store.createRun({ loop: 'train', seed: 1, config: {} }).finish({});
store.close();
