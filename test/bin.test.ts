import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '#world/store';
import { builtPawl } from './built-pawl.ts';
import { runPawl } from './run-pawl.ts';
import { root } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-bin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bin = join(root, 'bin/pawl.mjs');

/** Runs a shell line in which `pawl` is this checkout's, or another. */
async function sh(line: string, program = bin): Promise<{ code: number; out: string; err: string }> {
  const script = `pawl() { '${process.execPath}' '${program}' "$@"; }\n${line}`;
  const child = spawn('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)));
  return { code, out, err };
}

describe('bin/pawl.mjs in a checkout', () => {
  it('runs from any folder without a build', async () => {
    const { code, out } = await sh('pawl runs list --json; pawl --version; pawl sta 2>&1; echo $?');
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\ncli\/usage: unknown command 'sta'\n/);
    expect(out).toMatch(/\n2\n$/);
  });

  it('says one line on Ctrl-C while it loads', async () => {
    // Sent as soon as somebody listens: no waiting for a moment that a busy machine would miss.
    const hook = join(folder, 'interrupt.mjs');
    const send = "setImmediate(() => process.kill(process.pid, 'SIGINT'))";
    writeFileSync(hook, `process.on('newListener', (name) => { if (name === 'SIGINT') ${send}; });`);
    const { code, out, err } = await sh(`NODE_OPTIONS='--import ${hook}' pawl runs list`);
    const line = 'Ended by SIGINT while the program was loading; nothing was begun.\n';
    expect({ code, out, err }).toEqual({ code: 130, out: '', err: line });
  });

  it('answers --version without loading the program', async () => {
    // Counted, not timed: a busy machine cannot make it fail.
    const hook = join(folder, 'count.mjs');
    writeFileSync(hook, "process.on('exit', () => console.log(process.moduleLoadList.length));");
    const run = promisify(execFile);
    const { stdout: small } = await run(process.execPath, ['--import', hook, bin, '--version']);
    const { stdout: large } = await run(process.execPath, ['--import', hook, bin, 'doctor', '--help']);
    expect(Number(small.trim().split('\n').at(-1))).toBeLessThan(Number(large.trim().split('\n').at(-1)) - 20);
  });
});

describe('pawl as a process', () => {
  const built = (line: string): ReturnType<typeof sh> => sh(line, builtPawl());

  it('is silent when the reader of a pipe has seen enough', async () => {
    const store = openStore(join(folder, '.pawl'));
    const journal = store.createRun({ loop: 'evolve', seed: 1, config: {} });
    for (let i = 0; i < 5000; i += 1) journal.emit('episode-ended', { score: i, text: 'x'.repeat(100) });
    journal.finish({});
    store.close();
    const { out, err } = await built('pawl runs export latest -o - | head -c 8; echo; echo "${PIPESTATUS[0]}"');
    expect({ out, err }).toEqual({ out: '{"config\n0\n', err: '' });
  });

  it('ends when the reader is gone, in the middle of work that never waits', async () => {
    const drawn = 'pawl tasks sample GRID_NAV --level 5 -n 1000000 --json';
    const { out, err } = await built(
      `${drawn} | head -c 5; echo; echo "\${PIPESTATUS[0]}"; pawl --help | true; echo "\${PIPESTATUS[0]}"`,
    );
    expect({ out, err }).toEqual({ out: '{"id"\n0\n0\n', err: '' });
  });

  it("plays a task of the user's own by lines of standard input", async () => {
    const own = ['--tasks', join(root, 'examples/own-template/my-template.ts'), '--json'];
    const { answer } = JSON.parse((await runPawl(['tasks', 'sample', ...own])).out);
    const { out } = await built(`echo "answer: ${answer}" | pawl tasks play ${own.join(' ')} | tail -1`);
    expect(JSON.parse(out)).toMatchObject({ ok: true, reward: 1, optimal: 1 });
  });

  it('masks secrets in what escapes from a callback', async () => {
    const callback = "() => { throw new Error('lost ' + process.env['TEST_API_KEY']); }";
    writeFileSync(join(folder, 'late.ts'), `setTimeout(${callback}, 1); export default {};`);
    const { code, err } = await built('TEST_API_KEY=hunter22 pawl runs list --config late.ts');
    expect(code).toBe(1);
    expect(err).toContain('bug: Error: lost ***');
    expect(err).not.toContain('hunter22');
  });

  it('ends at once on Ctrl-C, with 130 in a shell', async () => {
    // Sends the signal to itself in the middle of synchronous work, where a handler would never be heard.
    writeFileSync(
      join(folder, 'pawl.config.ts'),
      "process.kill(process.pid, 'SIGINT'); const end = Date.now() + 20_000; while (Date.now() < end); export default {};",
    );
    const { out, err } = await built('(pawl runs list; exit $?); echo $?');
    expect({ out, err }).toEqual({ out: '130\n', err: '' });
  });
});
