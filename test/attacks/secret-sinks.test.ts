import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../src/app/cli/command.ts';
import { watchedTool } from '../../src/app/cli/serve/watched.ts';
import { openStore } from '#world/store';
import { maskOf } from '#world/store/masking';
import { builtPawl } from '../built-pawl.ts';
import { runPawl } from '../run-pawl.ts';
import { workplace } from './workplace.ts';

// Every way out of a workspace, and every form in which a key may have come in with what a model, a tool or a server said.
const secret = 'zebra+17/th="floor"';
const env = { SHOP_API_KEY: secret };
const forms = {
  plain: secret,
  'in an address': `https://example.org/?key=${encodeURIComponent(secret)}`,
  'echo of a header': `authorization: Bearer ${secret}`,
  'in JSON': JSON.stringify({ key: secret }),
  'in Base64': Buffer.from(`user:${secret}`).toString('base64'),
  'in hexadecimal': Buffer.from(secret).toString('hex'),
};
/** What of each form must not come out. */
const leaks = [
  secret,
  encodeURIComponent(secret),
  'zebra+17',
  Buffer.from(secret).toString('hex'),
  Buffer.from(`user:${secret}`).toString('base64').slice(8, 24),
];
/** The look-alike: another text in the same code, which is data. */
const alike = Buffer.from('zebra-18 on another floor').toString('base64');

const workspace = workplace();
const store = openStore(workspace);
const journal = store.createRun({ loop: 'train', seed: 1, config: { from: forms['in an address'] } });
journal.emit('training-started', { alike, ...forms });
journal.emit('step-ended', { step: 1, hard: 0.5, said: [...Object.values(forms), alike] });
journal.finish({ said: Object.values(forms).join(' '), alike });
store.close();

function requireClean(text: string): void {
  for (const leak of leaks) expect(text).not.toContain(leak);
}

describe('a key does not come out', () => {
  it.each(['jsonl', 'json', 'csv', 'md', 'html', 'tensorboard', 'otlp'])('by runs export as %s', async (format) => {
    const file = join(workspace, `out.${format}`);
    const argv = ['runs', 'export', 'latest', '--format', format, '--output', file, '--workspace', workspace];
    expect(await runPawl(argv, { env })).toMatchObject({ code: 0 });
    // TensorBoard's reader takes a folder.
    const folder = join(file, journal.run);
    const text = readFileSync(format === 'tensorboard' ? join(folder, readdirSync(folder)[0]!) : file, 'latin1');
    requireClean(text);
    // What people read leaves events out.
    expect(text.includes(alike)).toBe(['jsonl', 'json', 'html'].includes(format));
  });

  it('in the spans that are sent elsewhere', async () => {
    let body = '';
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
    const argv = ['runs', 'export', 'latest', '--format', 'otlp', '--endpoint', endpoint, '--workspace', workspace];
    expect(await runPawl(argv, { env })).toMatchObject({ code: 0 });
    server.close();
    expect(body.length).toBeGreaterThan(100);
    requireClean(body);
  });

  it('into what a command under way tells the dashboard', async () => {
    const seen: string[] = [];
    const look = (): number => seen.push(readFileSync(join(workspace, 'live', `${process.pid}.json`), 'utf8'));
    const command: Command = {
      name: 'train',
      flags: z.object({}),
      examples: [],
      async run() {
        look();
        return Promise.resolve(0);
      },
    };
    const shell = { workspace, store: workspace, folder: workspace, env, mask: maskOf(env), note: () => undefined };
    // Only these members are used.
    await watchedTool(command).run([...Object.values(forms), alike], {}, shell as never);
    requireClean(seen.join());
    expect(seen.join()).toContain(alike);
  });

  it('by MCP', async () => {
    const client = new Client({ name: 'test', version: '0' });
    const args = [builtPawl(), 'mcp', '--workspace', workspace];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: { PATH: process.env['PATH'] ?? '', ...env } }),
    );
    const ask = async (name: string): Promise<string> =>
      JSON.stringify(
        (await client.callTool({ name, arguments: name === 'list_runs' ? {} : { run: journal.run } })).content,
      );
    const said = `${await ask('list_runs')}${await ask('read_run')}${await ask('follow_run')}`;
    await client.close();
    requireClean(said);
    expect(said).toContain(alike);
  }, 60_000);

  it('by the dashboard: its pages of a run, its list, its page of faults and the live feed', async () => {
    const argv = [builtPawl(), 'serve', '--json', '--workspace', workspace];
    const server = spawn(process.execPath, argv, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) => createInterface(server.stdout).once('line', resolve));
    const { address } = z.object({ address: z.string() }).parse(JSON.parse(line));
    const headers = { authorization: `Bearer ${new URL(address).searchParams.get('token') ?? ''}` };
    const ask = (path: string): Promise<Response> => fetch(new URL(path, address), { headers });
    let said = '';
    for (const path of ['', `/${journal.run}`, `/${journal.run}/events`, '/nobody'])
      said += await (await ask(`/api/runs${path}`)).text();
    const live = (await ask(`/api/runs/${journal.run}/live?after=-1`)).body!.getReader();
    let fed = '';
    while (!fed.includes('step-ended')) fed += new TextDecoder().decode((await live.read()).value);
    await live.cancel();
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    requireClean(said + fed);
    expect(said).toContain(alike);
    expect(fed).toContain(alike);
  }, 60_000);

  it.each([
    ['at its failure', ['runs', 'show', secret]],
    ['of an address', ['circuit', 'stats', forms['in an address']]],
    ['of a run', ['runs', 'show', 'latest', '--json']],
  ])('in what a command says %s', async (_name, argv) => {
    const { out, err } = await runPawl([...argv, '--workspace', workspace], { env });
    expect((out + err).length).toBeGreaterThan(0);
    requireClean(out + err);
  });
});
