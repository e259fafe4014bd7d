import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '#foundation/contracts/skills';
import { needs } from '../../../test/needs.ts';
import { createBubblewrap } from './bubblewrap.ts';
import { createQuickJsSandbox } from './quickjs-sandbox.ts';

const limits = { milliseconds: 5000, megabytes: 64 };

describe('createQuickJsSandbox', () => {
  const sandbox = createQuickJsSandbox();
  const js = (source: string, milliseconds = 5000, files = {}): ReturnType<Sandbox['run']> =>
    sandbox.run({ command: ['main.js'], files: { 'main.js': source, ...files }, milliseconds, megabytes: 32 });

  it('runs code, shows what it prints, and tells failure from success', async () => {
    expect(await js('console.log(1 + 1, "x")')).toEqual({ exitCode: 0, stdout: '2 x', stderr: '', isTimedOut: false });
    expect(await js('throw new RangeError("no")')).toMatchObject({ exitCode: 1, stderr: 'RangeError: no' });
    expect(await js('console.log(files["a.txt"])', 5000, { 'a.txt': 'é' })).toMatchObject({ stdout: 'é' });
  });

  it.each(['process', 'require', 'fetch', 'globalThis.constructor.constructor("return process")()'])(
    'has no %s',
    async (name) => {
      expect((await js(`${name}; if (typeof ${name} === "undefined") throw 1`)).exitCode).not.toBe(0);
    },
  );

  it('stops endless loops, memory bombs and deep recursion', async () => {
    expect(await js('for (;;);', 300)).toMatchObject({ exitCode: null, isTimedOut: true });
    expect((await js('let a = []; for (;;) a.push(new Array(1e6).fill(1))', 1000)).exitCode).not.toBe(0);
    expect((await js('(function f() { f() })()', 2000)).exitCode).not.toBe(0);
  });

  it('refuses a job without its file, and stops when asked to', async () => {
    await expect(sandbox.run({ command: ['other.js'], files: {}, ...limits })).rejects.toThrow(/other\.js/);
    const stop = new AbortController();
    const job = { command: ['main.js'], files: { 'main.js': 'for(;;);' }, ...limits };
    const running = sandbox.run(job, stop.signal);
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});

describe('createBubblewrap', () => {
  const server = createServer();
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  const sandbox = createBubblewrap();
  const sh = (script: string, more: Partial<Parameters<Sandbox['run']>[0]> = {}): ReturnType<Sandbox['run']> =>
    sandbox.run({ command: ['sh', '-c', script], files: {}, ...limits, ...more });

  needs('bwrap')('runs a command on its files and gives back code and output', async () => {
    const files = { 'a/b.txt': 'hello\n' };
    expect(await sh('cat a/b.txt; echo bad >&2; exit 3', { files })).toEqual({
      exitCode: 3,
      stdout: 'hello\n',
      stderr: 'bad\n',
      isTimedOut: false,
    });
    expect(await sh('cat', { stdin: 'in' })).toMatchObject({ exitCode: 0, stdout: 'in' });
  });

  needs('bwrap')('sees no network, no environment, no other process and nothing of the user', async () => {
    const names = (await sh('env | cut -d= -f1 | sort')).stdout.trim().split('\n');
    expect(names).toEqual(['HOME', 'LANG', 'PATH', 'PWD']);
    expect((await sh('ls -d /proc/[0-9]* | wc -l')).stdout.trim()).toMatch(/^[1-6]$/);
    expect((await sh("grep -c ':' /proc/net/dev")).stdout.trim()).toBe('1');
    for (const forbidden of [
      'ls /root',
      'ls /home',
      'cat /etc/passwd',
      'ls /work/..//var',
      'touch /usr/x',
      'touch /x',
    ]) {
      expect([forbidden, (await sh(forbidden)).exitCode]).not.toEqual([forbidden, 0]);
    }
    const port = (server.address() as AddressInfo).port;
    const dial = await sh('', { command: ['bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`] });
    expect(dial.stderr).toContain('Connection refused');
  });

  needs('bwrap')('stops at the time limit and drops a flood of output', async () => {
    expect(await sh('sleep 30', { milliseconds: 300 })).toMatchObject({ isTimedOut: true });
    const flood = await sh('head -c 3000000 /dev/zero | tr "\\0" x; echo end');
    expect(flood.stdout.length).toBeLessThanOrEqual(65_536);
    expect(flood.stdout.endsWith('end\n')).toBe(true);
  });

  needs('bwrap')('refuses paths that leave the folder, before anything runs', async () => {
    for (const path of ['../x', '/etc/x', 'a/../../x', '']) {
      await expect(sh('true', { files: { [path]: '' } })).rejects.toMatchObject({ code: 'sandbox/bad-file' });
    }
  });
});
