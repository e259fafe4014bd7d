import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '#world/store';
import { builtPawl } from '../../../test/built-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lets another agent list tasks and runs, follow one, and hear of faults', async () => {
  const store = openStore(folder);
  const journal = store.createRun({ loop: 'train', seed: 1, config: {} });
  journal.emit('step-ended', { step: 1 });
  journal.finish({ done: true });
  store.close();
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [builtPawl(), 'mcp', '--workspace', folder],
      stderr: 'inherit',
    }),
  );
  const call = async (
    name: string,
    input: Record<string, unknown> = {},
  ): Promise<{ text: string; isError: boolean }> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [first] = content as { text: string }[];
    return { text: first?.text ?? '', isError: isError === true };
  };
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('start_run');
  expect((await call('list_tasks')).text).toContain('"PARITY"');
  expect(JSON.parse((await call('list_runs')).text)).toMatchObject({ total: 1 });
  const followed: unknown = JSON.parse((await call('follow_run', { run: journal.run })).text);
  expect(followed).toMatchObject({ state: 'done', next: 1, events: [{ type: 'step-ended' }] });
  expect(await call('read_run', { run: 'none' })).toMatchObject({ isError: true });
  expect((await call('start_run', { command: 'runs delete', file: journal.run })).text).toContain('has no form');
  expect((await call('list_forms')).text).toContain('"profile"');
  await client.close();
}, 60_000);
