import { describe, expect, it } from 'vitest';
import { Fault } from '#foundation/kernel';
import { taskLine } from '#tasks/pages';
import { sample, score, start } from '#tasks/play';
import type { Command, Shell } from '../command.ts';
import { commands } from '../commands.ts';
import { playByLines } from './tasks-play.ts';

interface Told {
  readonly code: number;
  readonly out: string[];
  readonly files: Map<string, string>;
}

// oxlint-disable-next-line max-params -- the command, its words, its flags, its input and what is around it
async function pawl(
  name: string,
  args: readonly string[],
  typed: Record<string, unknown> = {},
  input = '',
  around: Partial<Shell> = {},
): Promise<Told> {
  const out: string[] = [];
  const files = new Map<string, string>();
  const shell: Shell = {
    json: typed['json'] === true,
    print: (line) => out.push(line),
    note: () => undefined,
    progress: () => ({ update: () => undefined, end: () => undefined }),
    readInput: () => Promise.resolve(new TextEncoder().encode(input)),
    writeFile: (path, content) => files.set(path, String(content)),
    folder: '.',
    workspace: '.pawl',
    store: '.pawl',
    env: {},
    mask: (text) => text,
    hide: () => undefined,
    ...around,
  };
  const { json: _json, ...flags } = typed;
  const command: Command = await commands.find((known) => known.name === `tasks ${name}`)!.load();
  const code = await command.run(args, command.flags.parse(flags), shell);
  return { code, out, files };
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Fault) return error;
  throw new Error('expected a fault');
}

describe('pawl tasks', () => {
  it('lists every template, one object per line', async () => {
    const { out } = await pawl('list', [], { json: true });
    const rows = out.map((line) => JSON.parse(line) as { template: string; levels: unknown[] });
    expect(rows.map(({ template }) => template)).toEqual(expect.arrayContaining(['PARITY', 'GRID_NAV', 'CODE_LM']));
    for (const { levels } of rows) expect(levels.length).toBeGreaterThanOrEqual(5);
  });

  it('prints the same tasks for the same seed, with what the library says of them', async () => {
    const flags = { level: 2, seed: '7', count: 3, json: true };
    const { out } = await pawl('sample', ['KV_RETRIEVAL'], flags);
    expect(out).toEqual((await pawl('sample', ['KV_RETRIEVAL'], flags)).out);
    const drawn = sample('KV_RETRIEVAL', { level: 2, seed: 7, index: 1 });
    expect(JSON.parse(out[1]!)).toEqual(taskLine(drawn));
    expect(JSON.parse(out[0]!)).toMatchObject({ level: 2, seedPath: 'KV_RETRIEVAL/2/7/0', optimal: 1 });
  });

  it('prints JSON lines where it is asked to or where a program reads, and text for a person', async () => {
    const asked = await pawl('sample', ['PARITY'], { count: 2, jsonl: true });
    expect(asked.out.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 1 }, { level: 1 }]);
    const piped = await pawl('sample', ['PARITY'], { count: 2 }, '', { isPiped: true });
    expect(piped.out).toEqual(asked.out);
    const read = await pawl('sample', ['PARITY'], { count: 2 });
    expect(read.out[0]).toMatch(/^# PARITY/);
  });

  it('takes replaced parameters and compositions', async () => {
    const { out } = await pawl('sample', ['SEQ(PARITY,GRID_NAV)'], { set: ['b.size=4'], json: true });
    expect(JSON.parse(out[0]!)).toMatchObject({
      seedPath: 'SEQ(PARITY.v2,GRID_NAV.v2)/1,b.size=4/0/0',
      params: { 'b.size': 4 },
    });
  });

  it('scores its own answers as solved, and nonsense as not', async () => {
    const tasks = (await pawl('sample', ['PARITY'], { count: 20, json: true })).out.map(
      (line) => JSON.parse(line) as { seedPath: string; answer: string },
    );
    const right = tasks.map(({ seedPath, answer }) => JSON.stringify({ seedPath, reply: `so the answer: ${answer}` }));
    const solved = await pawl('score', ['-'], { json: true }, right.join('\n'));
    expect(JSON.parse(solved.out[0]!)).toMatchObject({ summary: { tasks: 20, solved: 1, normalised: 1, illegal: 0 } });
    const wrong = tasks.map(({ seedPath }) => JSON.stringify({ id: seedPath, reply: 'perhaps' }));
    const missed = await pawl('score', ['-'], { json: true }, wrong.join('\n'));
    expect(JSON.parse(missed.out[0]!)).toMatchObject({ summary: { solved: 0, reward: 0, illegal: 1 } });
  });

  it.each(['jsonl', 'openai-evals', 'trl'])('exports %s lines whose ideal scores the optimum', async (format) => {
    const { files } = await pawl('export', ['GRID_NAV'], { format, count: 3, out: 'x.jsonl' });
    const lines = files.get('x.jsonl')!.trim().split('\n');
    expect(lines.length).toBe(3);
    const line = JSON.parse(lines[2]!) as { id: string; ideal?: string; answer?: string };
    const plan = line.ideal ?? line.answer;
    expect(plan === undefined ? 1 : score(line.id, plan).normalised).toBe(1);
  });

  it('plays by lines, and says what could not be read', async () => {
    const out: string[] = [];
    const game = start('MAJORITY/1/7/0');
    const lines = (async function* give() {
      await Promise.resolve();
      yield 'hm';
    })();
    const notes: string[] = [];
    const shell = { print: (line: string) => out.push(line), note: (line: string) => notes.push(line) };
    await playByLines(game, lines, shell as unknown as Shell);
    expect(game.done).toBe(true);
    expect(out.at(-1)).toMatch(/could not be read: no action; reward 0/);
    expect(notes).toEqual([expect.stringContaining('What can be replied: ')]);

    notes.length = 0;
    const none = (async function* give() {})();
    await playByLines(start('GRID_NAV/1/7/0'), none, shell as unknown as Shell);
    expect(notes).toEqual([expect.stringMatching(/^The input ended early: \d+ more steps count as no action\.$/)]);
  });

  it('checks a template and reports its speed', async () => {
    const { code, out } = await pawl('check', ['MAJORITY'], { instances: 50, json: true });
    expect(code).toBe(0);
    expect(JSON.parse(out[0]!)).toMatchObject({ template: 'MAJORITY', ok: true });
    expect(JSON.parse(out[1]!)).toMatchObject({ summary: { templates: 1, ok: true } });
  });

  it.each([
    ['sample', ['NOWHERE'], {}, '', 'tasks/unknown-template', /NOWHERE/],
    ['sample', ['PARITY'], { level: 99 }, '', 'tasks/bad-level', /level is 99, must be a whole number in \[1, 6\]/],
    ['sample', ['PARITY'], { seed: 'a b' }, '', 'tasks/bad-seed', /seed/],
    [
      'sample',
      ['PARITY'],
      { set: ['length=0'] },
      '',
      'tasks/bad-param',
      /length is 0, must be a whole number in \[1, 4096\]/,
    ],
    ['sample', ['PARITY'], { set: ['width=3'] }, '', 'tasks/bad-param', /no parameter width/],
    ['sample', ['PARITY'], { index: 1_000_000_000 }, '', 'tasks/bad-index', /index/],
    ['sample', ['MASK(ARITH_EXPR,x)'], {}, '', 'tasks/bad-composition', /ARITH_EXPR/],
    ['sample', ['FOO(PARITY)'], {}, '', 'tasks/bad-composition', /FOO/],
    ['score', ['-'], {}, 'not json', 'tasks/bad-reply', /line 1/],
    ['score', ['-'], {}, '{"reply":"1"}', 'tasks/bad-reply', /line 1/],
    ['score', ['-'], {}, '\n{"seedPath":"PARITY/1","reply":"1"}', 'tasks/bad-seed-path', /line 2/],
    ['score', ['-'], {}, '{"seedPath":"PARITY/9/0/0","reply":"1"}', 'tasks/bad-level', /line 1.*level/],
    ['score', ['-'], {}, '', 'tasks/bad-reply', /no reply/],
  ])('%s %j %j is bad usage: %s %s', async (...[name, args, flags, input, code, message]) => {
    const fault = await faultOf(pawl(name, args, flags, input));
    expect(fault.code).toBe('cli/usage');
    expect(fault.details['code']).toBe(code);
    expect(fault.message).toMatch(message);
  });
});
