import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { builtPawl } from './built-pawl.ts';
import { runPawl } from './run-pawl.ts';

const call = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'pawl-own-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = resolve('examples/own-template/my-template.ts');
const stranger = resolve('examples/held-out/set-1/vending-display.ts');

// Loading all of evolve takes seconds of a core; on a machine with much else to do, a minute.
const patience = { timeout: 240_000 };

describe("a template of the user's own", patience, () => {
  it('is refused when its verifier and its generator disagree', async () => {
    const file = join(folder, 'wrong.ts');
    writeFileSync(
      file,
      `import template from ${JSON.stringify(resolve('examples/own-template/my-template.ts'))};
       export default { ...template, name: 'WRONG', verify: () => ({ ok: true, reward: 1 }) };`,
    );
    const { code, err } = await runPawl([
      'evolve',
      '--tasks',
      file,
      '--profile',
      'tiny',
      '--workspace',
      join(folder, 'w'),
    ]);
    expect(code).toBe(1);
    expect(err).toContain('cli/bad-template');
    expect(err).toContain('breaks a law');
  });

  it('is left alone when the time is up, which the result says, with each of its words in the guide', async () => {
    const asked = ['evolve', '--tasks', stranger, '--profile', 'tiny', '--budget', '0s', '--json'];
    const { out, code } = await runPawl([...asked, '--workspace', join(folder, 'cut')]);
    expect(code).toBe(0);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ stopped: 'budget', losses: [], lessons: 0, templates: [{ levelAfter: 0 }] });
    const guide = readFileSync('docs/guide/own-template.md', 'utf8').split('## What the result says')[1] ?? '';
    const words = [result, result.templates[0], result.patches, ...Object.values(result.domains)].flatMap(Object.keys);
    const known = ['template', 'domain']; // they say it themselves
    expect(words.filter((word) => !known.includes(word) && !guide.includes(`\`${word}`))).toEqual([]);
    const store = await runPawl(['runs', 'list', '--json', '--workspace', join(folder, 'cut')]);
    expect(store.out).not.toContain('losses');
  });

  it('is refused on resume after an edit, also of a file that it imports', async () => {
    const [file, part] = [join(folder, 'edited.ts'), join(folder, 'part.ts')];
    writeFileSync(part, "export const name = 'EDITED';");
    writeFileSync(
      file,
      `import template from ${JSON.stringify(stranger)};
       import { name } from './part.ts';
       export default { ...template, name };`,
    );
    const workspace = ['--workspace', join(folder, 'edited')];
    const begun = await runPawl(['evolve', '--tasks', file, '--profile', 'tiny', '--budget', '0s', ...workspace]);
    expect(begun.code).toBe(0);
    expect(await runPawl(['evolve', '--resume', 'latest', ...workspace])).toMatchObject({ code: 0 });
    writeFileSync(part, "export const name = 'EDITED'; // another source");
    const refused = await runPawl(['evolve', '--resume', 'latest', ...workspace]);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(/the sources of .*edited\.ts are not those that evolve-/),
    });
  });

  it('is refused when it is no template, or takes a name', async () => {
    const file = join(folder, 'none.ts');
    writeFileSync(file, 'export default { name: "X" };');
    const none = await runPawl(['evolve', '--tasks', file, '--workspace', join(folder, 'w')]);
    expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/it lacks family, domain, .*generate, start/) });
    const gone = await runPawl(['evolve', '--tasks', join(folder, 'gone.ts'), '--workspace', join(folder, 'w')]);
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('there is no') });
  });
});

describe("a mistake in a template of the user's own", patience, () => {
  const mistakes: readonly (readonly [string, number, string])[] = [
    ["{ ...t, domain: 'maths', name: 'my task' }", 1, 'its domain is maths, and should be one of math, code'],
    ["{ ...t, name: 'A', generate: 7 }", 1, 'generate is a number, and should be a function'],
    ["{ ...t, name: 'B', generate() { throw new Error('oh no'); } }", 1, 'B: oh no, at Object.generate (FOLDER/'],
    ["{ ...t, name: 'C', levels: [], baselines: [] }", 3, 'there is no level, and there should be at least one'],
    ["{ ...t, name: 'D', levels: [{ length: 999 }, ...t.levels.slice(1)] }", 3, 'level 1: D: length is 999, must be'],
    ["{ ...t, name: 'E', randomReturn: () => 0.9 }", 3, '`randomReturn` says 0.900'],
    ['}', 1, 'bad-6.ts: '],
  ];

  it.each(mistakes.map((mistake, i) => [i, ...mistake] as const))('%i: %s', async (i, value, exit, says) => {
    const file = join(folder, `bad-${i}.ts`);
    writeFileSync(file, `import t from ${JSON.stringify(example)};\nexport default ${value};`);
    const { code, out, err } = await runPawl(['tasks', 'check', '--tasks', file, '-n', '20']);
    expect(code, out + err).toBe(exit);
    expect(out + err).toContain(says.replace('FOLDER', folder));
    expect(out + err).not.toContain('This is a bug');
  });
});

describe('pawl tasks --tasks FILE', patience, () => {
  it('lists and describes own templates alone', async () => {
    const { out, code } = await runPawl(['tasks', 'list', '--tasks', `${example},${stranger}`, '--json']);
    expect(code).toBe(0);
    const names = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).template);
    expect(names).toEqual(['ONES_MOD_3', 'VENDING_DISPLAY']);
  });

  it('draws the only one without its name, and any by name, beside built-in ones', async () => {
    const draw = ['tasks', 'sample', '--seed', '7', '--json', '--tasks'];
    const alone = await runPawl([...draw, stranger, '--level', '2']);
    expect(JSON.parse(alone.out)).toMatchObject({ seedPath: 'VENDING_DISPLAY/2/7/0', optimal: 1 });
    const named = await runPawl([...draw, `${example},${stranger}`, 'ONES_MOD_3']);
    expect(JSON.parse(named.out)).toMatchObject({ seedPath: 'ONES_MOD_3/1/7/0' });
    const composed = await runPawl([...draw, example, 'SEQ(ONES_MOD_3,PARITY)']);
    expect(JSON.parse(composed.out)).toMatchObject({ template: 'SEQ(ONES_MOD_3,PARITY)' });
    const unsaid = await runPawl([...draw, `${example},${stranger}`]);
    expect(unsaid).toMatchObject({ code: 2, err: expect.stringContaining('ONES_MOD_3, VENDING_DISPLAY') });
    const none = await runPawl(['tasks', 'sample']);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('--tasks FILE') });
    const asName = await runPawl(['tasks', 'sample', './mine.ts']);
    expect(asName).toMatchObject({ code: 2, err: expect.stringContaining('--tasks ./mine.ts') });
  });

  it('checks them, and tells of a law that is broken instead of playing', async () => {
    const good = await runPawl(['tasks', 'check', '--tasks', stranger, '-n', '10', '--json']);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.out.split('\n')[0]!)).toMatchObject({ template: 'VENDING_DISPLAY', ok: true });
    const wrong = join(folder, 'wrong-too.ts');
    writeFileSync(
      wrong,
      `import template from ${JSON.stringify(example)};
       export default { ...template, name: 'WRONG_TOO', verify: () => ({ ok: true, reward: 1 }) };`,
    );
    const bad = await runPawl(['tasks', 'check', '--tasks', wrong, '-n', '10', '--json']);
    expect(bad.code).toBe(3);
    expect(JSON.parse(bad.out.split('\n')[0]!)).toMatchObject({ template: 'WRONG_TOO', ok: false });
    for (const command of [['list'], ['sample'], ['play'], ['check', '--adversary']]) {
      const refused = await runPawl(['tasks', ...command, '--tasks', wrong]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('WRONG_TOO breaks a law') });
    }
  });

  it('lets the adversary loose on them with the seed and effort of built-in ones, in threads too', async () => {
    const attack = ['tasks', 'check', '--adversary', '--effort', 'quick', '--json', '--tasks', example];
    const here = await runPawl([...attack, '--level', '1', '--threads', '1']);
    expect(JSON.parse(here.out.split('\n')[0]!)).toMatchObject({ template: 'ONES_MOD_3', level: 1, train: 400 });
    // Threads of a checkout would each load its sources.
    const there = await call(process.execPath, [builtPawl(), ...attack, '--level', '1', '--threads', '2'], {
      cwd: folder,
    });
    expect(there.stdout).toBe(here.out);
  });
});
