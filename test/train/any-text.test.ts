import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const root = mkdtempSync(join(tmpdir(), 'pawl-any-text-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Trains and adopts what a configuration names, in a folder with these files. */
async function trained(
  name: string,
  skill: unknown,
  files: Readonly<Record<string, string>>,
): Promise<{ folder: string; run: string; dry: string; seen: readonly string[] }> {
  const server = await startPlumServer(() => undefined);
  try {
    const folder = join(root, name);
    mkdirSync(folder);
    writePlumFiles(folder, server.address, { skill });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const dry = (await runPawl(['train', '--dry-run'], { cwd: folder })).err;
    const made = await runPawl(['train', '--json'], { cwd: folder });
    const report = JSON.parse(made.out.trim().split('\n').at(-1)!);
    expect(report).toMatchObject({ accepted: 1 });
    expect(await runPawl(['audit', report.run], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await runPawl(['adopt', report.run], { cwd: folder })).toMatchObject({ code: 0 });
    return { folder, run: report.run, dry, seen: server.received.map(({ text }) => text) };
  } finally {
    await server.close();
  }
}

it.each(['prompt.txt', 'agent.prompt', 'prompt.py', 'tool.ts', 'rules.json'])(
  'trains %s as it does a SKILL.md, and writes it back with a backup',
  async (file) => {
    const text = 'Answer in <answer> tags.\n';
    const { folder, run, dry } = await trained(`one-${file}`, file, { [file]: text });
    expect(dry).not.toContain('is not there');
    expect(readFileSync(join(folder, file), 'utf8')).toContain('- For red say plum.');
    expect(readFileSync(join(folder, '.pawl', 'backups', run, 'SKILL.md'), 'utf8')).toBe(text);
  },
  60_000,
);

it('begins with an empty text where there is none, says so, and writes the file', async () => {
  const { folder, dry } = await trained('nothing', 'new/prompt.txt', {});
  expect(dry).toContain('new/prompt.txt is not there: training begins with an empty text');
  expect(readFileSync(join(folder, 'new', 'prompt.txt'), 'utf8')).toContain('- For red say plum.');
}, 60_000);

const tools = `{"tools": [
  {"name": "fruit", "description": "Says a fruit for a colour: red, green, blue or white.", "max": 1.0},
  {"name": "sum",   "description": "Adds numbers.", "strict": true}
]}
`;

it('trains fields of a JSON file, and leaves every other byte of it as it was', async () => {
  const fields = ['/tools/0/description', '/tools/1/description'];
  const { folder, run, seen } = await trained('fields', { file: 'tools.json', fields }, { 'tools.json': tools });
  const analyst = seen.find((text) => text.includes('"failure_summary"'))!;
  expect(analyst).toContain('tools.0.description');
  expect(analyst).toContain('Adds numbers.');
  const now = readFileSync(join(folder, 'tools.json'), 'utf8');
  const grown: string = JSON.parse(now).tools[0].description;
  expect(grown).toContain('- For red say plum.');
  expect(now.replace(JSON.stringify(grown), '"Says a fruit for a colour: red, green, blue or white."')).toBe(tools);
  expect(readFileSync(join(folder, '.pawl', 'backups', run, 'tools.json'), 'utf8')).toBe(tools);
  expect((await runPawl(['adopt', run], { cwd: folder })).out).toContain('is that skill already');
  const elsewhere = await runPawl(['adopt', run, '--to', 'other.json'], { cwd: folder });
  expect(elsewhere).toMatchObject({ code: 2, err: expect.stringContaining('whose fields were trained') });
  expect(existsSync(join(folder, 'tools.0.description'))).toBe(false);
}, 60_000);

it('names a field that is no text before anything is spent', async () => {
  const folder = join(root, 'bad');
  mkdirSync(folder);
  writePlumFiles(folder, 'http://127.0.0.1:1', { skill: { file: 'tools.json', fields: ['/tools/0/max'] } });
  writeFileSync(join(folder, 'tools.json'), tools);
  const { code, err } = await runPawl(['train'], { cwd: folder });
  expect(code).toBe(2);
  expect(err).toContain('tools.json has no text at /tools/0/max');
});
