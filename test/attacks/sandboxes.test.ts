import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBubblewrap, createQuickJsSandbox } from '#world/dispatch';
import { createScorer } from '#learners/skill/score';
import { needs } from '../needs.ts';

// Number 3 of what was seen falling: one reply that ends the run, and limits that do not limit.
describe('code in a reply', () => {
  const js = createQuickJsSandbox();
  const run = (source: string): ReturnType<typeof js.run> =>
    js.run({ command: ['main.js'], files: { 'main.js': source }, milliseconds: 1500, megabytes: 64 });

  it.each([
    ['a string bomb', 'let s = "x"; for (;;) s += s;'],
    ['a flood of long lines', 'const s = "x".repeat(1e7); for (let i = 0; i < 1e5; i++) console.log(s);'],
    ['recursion through JSON', 'JSON.parse("[".repeat(1e6))'],
    ['an error whose message is a bomb', 'throw { get name() { throw 1 }, message: "x".repeat(5e7) }'],
  ])('%s ends at most itself', async (_, source) => {
    const { stdout, stderr } = await run(source);
    expect(stdout.length + stderr.length).toBeLessThan(1_100_000);
  });

  it('takes no more memory than its limit and what the engine needs, whatever it asks for', async () => {
    const bombs = [
      'let s = "x".repeat(1e6); for (;;) s += s;',
      'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))',
      'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)',
    ];
    expect(Math.max(...(await Promise.all(bombs.map((bomb) => peakOf(run(bomb))))))).toBeLessThan(64 + 512);
  });

  it('scores the replies after it', async () => {
    const limits = { milliseconds: 5000, megabytes: 64 };
    const scorer = createScorer({ kind: 'code', ...limits }, { codeSandbox: js });
    const task = { id: 't', text: '', data: { tests: ['if (f(1) !== 2) throw new Error("no")'] } };
    const bomb = 'const a = []; for (;;) a.push(new Array(1e6).fill("x".repeat(1e6)))';
    expect((await scorer.score({ text: `\`\`\`js\n${bomb}\n\`\`\`` }, task)).hard).toBe(0);
    expect((await scorer.score({ text: '```js\nconst f = (x) => x + 1\n```' }, task)).hard).toBe(1);
  });
});

/** The most memory, in MB, that a process of the code had while a job ran. */
async function peakOf(job: Promise<unknown>): Promise<number> {
  let most = 0;
  const over = new AbortController();
  void job.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const pid of readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)) {
      most = Math.max(most, memoryOf(pid));
    }
    await wait(5);
  }
  return most;
}

function memoryOf(pid: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('quickjs-worker')) return 0;
    return Number(/^VmHWM:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

describe('a command in bubblewrap', () => {
  const sandbox = createBubblewrap();
  const sh = (script: string, milliseconds = 8000): ReturnType<typeof sandbox.run> =>
    sandbox.run({ command: ['bash', '-c', script], files: { 'given.txt': 'x' }, milliseconds, megabytes: 64 });

  needs('bwrap')('that prints what bubblewrap prints is scored like any other', async () => {
    expect(await sh('echo "bwrap: x" >&2; exit 7')).toMatchObject({ exitCode: 7, stderr: 'bwrap: x\n' });
  });

  needs('bwrap')('cannot fill memory through files that are none', async () => {
    const filled = await sh(
      'for d in /dev/shm /work /tmp; do for i in 1 2 3 4; do head -c 60M /dev/zero > $d/$i 2>/dev/null; done; du -sm $d | cut -f1; done; touch /dev/x 2>/dev/null && echo DEV',
    );
    const megabytes = filled.stdout.trim().split('\n').map(Number);
    expect(filled.stdout).not.toContain('DEV');
    expect(megabytes.every((size) => size <= 130)).toBe(true);
  });

  needs('bwrap')('cannot loop for ever or take all memory', async () => {
    expect(await sh('while :; do :; done', 400)).toMatchObject({ isTimedOut: true });
    expect((await sh('tail /dev/zero')).exitCode).not.toBe(0);
    expect((await sh('perl -e \'my $x = "a" x (700 << 20); print length $x\'')).stdout).toBe('');
  });

  it('is refused, with a hint, where bubblewrap is not installed', async () => {
    const job = { command: ['true'], files: {}, milliseconds: 1000, megabytes: 64 };
    await expect(createBubblewrap('/nowhere/bwrap').run(job)).rejects.toMatchObject({
      code: 'sandbox/missing',
      hint: expect.stringContaining('apt-get install bubblewrap'),
    });
  });

  needs('bwrap')('gets no further namespaces, no shared memory, no fork bomb', async () => {
    expect((await sh('unshare -U true')).exitCode).not.toBe(0);
    const perl =
      'perl -e \'require "syscall.ph" if 0; my $r = syscall(29, 0, 1073741824, 0666 | 512); print $r < 0 ? "refused" : "got"\'';
    expect((await sh(perl)).stdout).toBe('refused');
    // In Perl: a shell that may not fork waits and tries again.
    const bomb = 'for (1 .. 300) { my $p = fork; last unless defined $p; if (!$p) { sleep 1; exit } $n++ } print $n';
    const forks = Number((await sh(`perl -e '${bomb}'`)).stdout);
    expect(forks).toBeGreaterThan(0);
    expect(forks).toBeLessThan(130);
  });
});
