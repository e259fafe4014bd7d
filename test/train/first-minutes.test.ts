import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { taskFields } from '#learners/skill/worlds';
import { runPawl } from '../run-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const root = mkdtempSync(join(tmpdir(), 'pawl-first-minutes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const lines = (rows: readonly object[]): string => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;

const sums = lines(Array.from({ length: 60 }, (_, i) => ({ id: `s${i}`, question: `${i} + 1?`, answer: i + 1 })));

describe('pawl init skill with the files of the user', () => {
  it('uses what is there, touches none of it, and says what fits it', async () => {
    const folder = folderWith('own', { 'SKILL.md': '# Mine\n', 'tasks.jsonl': sums });
    const asked = ['init', 'skill', '--skill', 'SKILL.md', '--tasks', 'tasks.jsonl'];
    const { code, out } = await runPawl(asked, { cwd: folder, env: { OPENAI_API_KEY: 'k' } });
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toBe('# Mine\n');
    expect(readFileSync(join(folder, 'tasks.jsonl'), 'utf8')).toBe(sums);
    expect(out).toContain('60 in tasks.jsonl, cut 3:4:3: 18 train, 24 validation, 18 test');
    expect(out).toContain('numeric, because every answer is a number');
    expect(out).toContain('openai:gpt-5-mini, because OPENAI_API_KEY is set');
    for (const gain of ['+5 points', '+10 points', '+20 points']) expect(out).toContain(gain);
    expect(readFileSync(join(folder, 'pawl.config.ts'), 'utf8')).toContain('"numeric"');
    // Nothing but its own config is ever replaced.
    expect((await runPawl(asked, { cwd: folder })).err).toContain('pawl.config.ts');
    expect((await runPawl([...asked, '--force'], { cwd: folder })).code).toBe(0);
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toBe('# Mine\n');
  });

  it('says the chance of a gain in one rounding, wherever it stands', async () => {
    const some = sums.split('\n').slice(0, 60).join('\n');
    const more = lines(Array.from({ length: 5 }, (_, i) => ({ id: `m${i}`, question: `${i} + 9?`, answer: i + 9 })));
    const folder = folderWith('rounding', { 'tasks.jsonl': `${some}\n${more}` });
    await runPawl(['init', 'skill', '--yes'], { cwd: folder });
    const { out } = await runPawl(['train', '--dry-run', '--json'], { cwd: folder });
    const { power, provable } = JSON.parse(out) as { power: string; provable: string };
    const [, gain, share] = /gains from 0\.(\d+) are found (\d+) %/.exec(power) ?? [];
    expect(provable).toContain(`+${Number(gain)} in ${share} %`);
  });

  it('sees the files that are named from where the user stands, and has git look past the workspace', async () => {
    const folder = folderWith('elsewhere', { 'mine.md': '# Mine\n', 'sums.jsonl': sums });
    const asked = ['init', 'skill', '--dir', 'my', '--skill', 'mine.md', '--tasks', 'sums.jsonl'];
    const { code, out } = await runPawl(asked, { cwd: folder });
    expect(code).toBe(0);
    expect(out).toContain('60 in sums.jsonl');
    const config = readFileSync(join(folder, 'my/pawl.config.ts'), 'utf8');
    for (const path of ['"../mine.md"', '"../sums.jsonl"']) expect(config).toContain(path);
    expect(readFileSync(join(folder, '.pawl/.gitignore'), 'utf8')).toBe('*\n');
    const none = await runPawl(['init', 'skill', '--dir', 'my', '--tasks', 'none.jsonl', '--yes'], { cwd: folder });
    expect(none.err).toContain(`there is no ${join(folder, 'none.jsonl')}`);
  });

  it('proposes no simulation for own tasks: without a key the config waits for a model, and training says so', async () => {
    const folder = folderWith('no-key', { 'tasks.jsonl': sums });
    const { out } = await runPawl(['init', 'skill', '--yes'], { cwd: folder });
    expect(out).toContain('none yet');
    const trained = await runPawl(['train', '--workspace', join(folder, 'ws')], { cwd: folder });
    expect(trained).toMatchObject({ code: 1, err: expect.stringContaining('cli/no-model') });
    // What init proposes next: an estimate needs no model.
    const estimate = await runPawl(['train', '--dry-run', '--workspace', join(folder, 'ws')], { cwd: folder });
    expect(estimate).toMatchObject({ code: 0, out: expect.stringMatching(/rollouts .*\n(.*\n)*.*no price is known/) });
    expect(estimate.err).toContain('no target is named');
  });

  it('tells the scorer that was asked for, and which one looks fitting', async () => {
    const folder = folderWith('told-scorer', { 'tasks.jsonl': sums });
    const { out } = await runPawl(['init', 'skill', '--yes', '--scorer', 'exact'], { cwd: folder });
    expect(out).toContain('exact, as you say; numeric would fit, because every answer is a number');
  });

  it('names the fields that it does not read where no task has an answer', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({ id: `t${i}`, text: `${i}?`, split: 'train', team: 'a' }));
    const folder = folderWith('unread', { 'tasks.jsonl': lines(rows) });
    const { out } = await runPawl(['init', 'skill', '--yes'], { cwd: folder });
    expect(out).toContain('rubric, because no task has an answer to compare with');
    expect(out).toMatch(/not read: team; .*answers, answer, /);
  });

  it('says where the address of a compatible server goes', async () => {
    const folder = folderWith('no-address', { 'tasks.jsonl': sums });
    const { out } = await runPawl(['init', 'skill', '--yes', '--model', 'compatible:plum'], { cwd: folder });
    expect(out).toContain("target: { model: 'compatible:plum', baseUrl: ");
    const { err } = await runPawl(['train', '--workspace', join(folder, 'ws')], { cwd: folder });
    expect(err).toContain("baseUrl: 'http://127.0.0.1:8000/v1'");
  });

  it('makes no sample over a skill that is there', async () => {
    const folder = folderWith('only-skill', { 'SKILL.md': '# Mine\n' });
    const { code, err } = await runPawl(['init', 'skill', '--yes'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain('no tasks to train it on');
    const named = await runPawl(['init', 'skill', '--tasks', 'tasks.jsonl', '--yes'], { cwd: folder });
    expect(named).toMatchObject({ code: 2, err: expect.stringContaining('there is no') });
  });

  it.each([
    ['tests', [{ question: 'f', tests: ['f()'] }], 'code'],
    ['words', [{ question: 'q', answer: 'the red fox' }], 'normalised'],
    ['texts', [{ question: 'q', answer: 'one two three four five six seven' }], 'f1'],
    ['nothing', [{ question: 'q' }], 'rubric'],
  ])('proposes a scorer for tasks with %s', async (name, rows, kind) => {
    const many = Array.from({ length: 5 }, () => rows).flat();
    const folder = folderWith(`propose-${name}`, {
      'tasks.jsonl': lines(many.map((row, i) => ({ id: `t${i}`, ...row }))),
    });
    const { out } = await runPawl(['init', 'skill', '--yes', '--json'], { cwd: folder });
    expect(JSON.parse(out)).toMatchObject({ answers: { scorer: kind }, look: { split: [2, 3, 0] } });
  });
});

describe('before anything is spent', () => {
  const nobody = (): undefined => undefined;
  const trained = async (name: string, train: object, tasks?: string): Promise<{ err: string; asked: number }> => {
    const server = await startPlumServer(nobody);
    try {
      const folder = folderWith(name, {});
      writePlumFiles(folder, server.address, { ...train });
      if (tasks !== undefined) writeFileSync(join(folder, 'tasks.jsonl'), tasks);
      const { err } = await runPawl(['train'], { cwd: folder });
      return { err, asked: server.received.length };
    } finally {
      await server.close();
    }
  };

  it('refuses a command whose script the sandbox does not see', async () => {
    const { err, asked } = await trained('no-script', {
      scorer: { kind: 'command', command: ['sh', '/srv/check.sh'] },
    });
    expect(err).toContain('score/cannot-run');
    expect(asked).toBe(0);
  });

  it('refuses an expected answer that the scorer cannot read', async () => {
    const words = lines(
      Array.from({ length: 9 }, (_, i) => ({ id: `w${i}`, question: 'q', expected: i === 4 ? 'twelve' : i })),
    );
    const { err, asked } = await trained('no-number', { scorer: { kind: 'numeric' } }, words);
    expect(err).toContain('cannot read the expected answer of task w4: "twelve"');
    expect(asked).toBe(0);
  });

  it('refuses an expected answer that is no text', async () => {
    const objects = lines(Array.from({ length: 9 }, (_, i) => ({ id: `o${i}`, question: 'q', expected: { a: i } })));
    const { err, asked } = await trained('no-text', {}, objects);
    expect(err).toContain('score/no-answer');
    expect(asked).toBe(0);
  });

  it('brings the script that lies beside the config into the sandbox', async () => {
    const server = await startPlumServer(nobody);
    const folder = folderWith('own-script', { 'check.sh': 'grep -q plum reply.txt\n' });
    writePlumFiles(folder, server.address, { scorer: { kind: 'command', command: ['sh', 'check.sh'] } });
    const { out, err } = await runPawl(['eval', 'SKILL.md', '--json'], { cwd: folder });
    await server.close();
    expect(err).not.toContain('cannot-run');
    expect(JSON.parse(out)).toMatchObject({ scores: [{ tasks: 12, unscored: 0 }] });
  });
});

it('leaves a config file that merely lies in the folder out beside --from-skillopt, and says so', async () => {
  const folder = folderWith('skillopt', { 'skillopt.yaml': 'train:\n  batch_size: 20\n  num_epochs: 2\n' });
  writeFileSync(join(folder, 'pawl.config.json'), JSON.stringify({ train: { batchSize: 5, epochs: 7, seed: 9 } }));
  const dry = ['train', '--from-skillopt', 'skillopt.yaml', '--dry-run', '--json'];
  const alone = await runPawl(dry, { cwd: folder });
  expect(alone.err).toContain('is left out');
  expect(JSON.parse(alone.out)).toMatchObject({ steps: 8 });
  const both = await runPawl([...dry, '--config', 'pawl.config.json'], { cwd: folder });
  expect(both.err).toContain('goes before skillopt.yaml for epochs, batchSize');
});

it('names the nearest key for baseURL', async () => {
  const folder = folderWith('near', {
    'pawl.config.json': JSON.stringify({
      train: { target: { model: 'compatible:x', baseURL: 'http://127.0.0.1:1/v1' } },
    }),
  });
  expect((await runPawl(['train'], { cwd: folder })).err).toContain('Did you mean baseUrl?');
});

it('says what the scorer compares where no reply was right', async () => {
  const server = await startPlumServer(({ body }) =>
    body['response_format'] === undefined ? { kind: 'answer', text: 'The fruit is plum.' } : undefined,
  );
  const folder = folderWith('all-wrong', {});
  writePlumFiles(folder, server.address);
  const { out } = await runPawl(['train'], { cwd: folder });
  await server.close();
  expect(out).toMatch(/Not one of \d+ replies was right\. The first, .*expected.*<answer>.*last line/);
  // Nothing was learned, so there is nothing to take over.
  expect(out).not.toContain('pawl adopt');
});

it('the guide names every field of a task that is read', () => {
  const guide = readFileSync('docs/guide/train.md', 'utf8');
  for (const name of Object.values(taskFields).flat()) expect(guide).toContain(`\`${name}\``);
});
