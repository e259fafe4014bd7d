import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-eval-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]): void => {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' });
};

it(
  'compares with a branch of git, fails on a regression, and writes JUnit and Markdown',
  { timeout: 180_000 },
  async () => {
    const server = await startPlumServer(() => undefined);
    try {
      writePlumFiles(folder, server.address);
      const rules = ['red', 'green', 'blue', 'white'].map((colour) => `- For ${colour} say so.`).join('\n');
      const good = `# Fruits\n\n${rules}\n`;
      writeFileSync(join(folder, 'SKILL.md'), good);
      git('init', '-q', '-b', 'main');
      git('add', 'SKILL.md');
      git('commit', '-q', '-m', 'good');
      const evaluate = (...more: readonly string[]): ReturnType<typeof runPawl> =>
        runPawl(['eval', 'SKILL.md', '--against', 'main', '--fail-on-regression', ...more], { cwd: folder });

      const same = await evaluate('--json');
      expect(same.code).toBe(0);
      expect(JSON.parse(same.out)).toMatchObject({ regression: false, difference: { wins: 0, losses: 0 } });

      writeFileSync(join(folder, 'SKILL.md'), '# Fruits\n\n- For red say so.\n');
      const worse = await evaluate('--junit', 'eval.xml', '--markdown', 'eval.md');
      expect(worse).toMatchObject({ code: 3, out: expect.stringContaining('Shown to be worse (-75.0 points') });
      const junit = readFileSync(join(folder, 'eval.xml'), 'utf8');
      expect(junit).toContain('tests="13" failures="10" skipped="0"');
      expect(junit).toContain('<testcase classname="pawl.eval" name="no-12"/>');
      expect(readFileSync(join(folder, 'eval.md'), 'utf8')).toContain('9 tasks changed, 9 for the worse');

      writeFileSync(join(folder, 'worse.md'), '# Fruits\n\n- For red say so.\n');
      writeFileSync(join(folder, 'better.md'), good);
      const better = await runPawl(['eval', 'better.md', '--against', 'worse.md'], { cwd: folder });
      expect(better).toMatchObject({ code: 0, out: expect.stringContaining('Shown to be better (+75.0 points') });

      // Twelve equal pairs leave 22 points possible: a narrower margin does not allow that.
      const within = (margin: string): ReturnType<typeof runPawl> =>
        runPawl(['eval', 'SKILL.md', '--against', 'SKILL.md', '--margin', margin], { cwd: folder });
      expect(await within('0.25')).toMatchObject({ code: 0, out: expect.stringContaining('up to 22.1 points') });
      expect((await within('0.05')).code).toBe(3);
      expect(await evaluate('--against', 'nowhere')).toMatchObject({
        code: 1,
        err: expect.stringContaining('nowhere'),
      });
      const alone = await runPawl(['eval', 'SKILL.md', '--fail-on-regression'], { cwd: folder });
      expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('--against') });
    } finally {
      await server.close();
    }
  },
);

it(
  'watches: scores again when the skill or the model behind the name changes, and fails where it got worse',
  { timeout: 180_000 },
  async () => {
    let created = 1;
    let isBroken = false;
    const server = await startPlumServer(({ path }) => {
      if (path.endsWith('/models')) return { kind: 'raw', body: JSON.stringify({ data: [{ id: 'plum', created }] }) };
      return isBroken ? { kind: 'answer', text: '<answer>stone</answer>' } : undefined;
    });
    const place = mkdtempSync(join(tmpdir(), 'pawl-watch-'));
    try {
      writePlumFiles(place, server.address);
      writeFileSync(join(place, 'SKILL.md'), '# Fruits\n\n- For red say so.\n- For blue say so.\n');
      const watching = runPawl(['watch', '--seconds', '0.05', '--times', '3', '--fail-on-regression', '--json'], {
        cwd: place,
      });
      const scores = (): number => server.received.filter(({ path }) => path.endsWith('/chat/completions')).length;
      const until = async (count: number): Promise<void> => {
        while (scores() < count) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await until(12);
      writeFileSync(
        join(place, 'SKILL.md'),
        '# Fruits\n\n- For red say so.\n- For blue say so.\n- For white say so.\n',
      );
      await until(24);
      isBroken = true;
      created = 2;
      const { code, out } = await watching;
      const told = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(told.map(({ why }) => why)).toEqual(['begins', 'the skill changed', 'the model behind the name changed']);
      expect(told.map(({ score }) => score.score)).toEqual([0.5, 0.75, 0]);
      expect(told.at(-1)).toMatchObject({ regression: true, difference: { losses: 9 } });
      expect(code).toBe(3);
    } finally {
      await server.close();
      rmSync(place, { recursive: true, force: true });
    }
  },
);
