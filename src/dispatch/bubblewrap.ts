import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxJob, SandboxResult } from '#contracts';
import { abortReason, Fault } from '#kernel';
import { createTail } from './output-tail.ts';
import { writeJobFiles } from './job-files.ts';

const bwrap = '/usr/bin/bwrap';
const nobody = 65_534;

/** Kept of what a job prints. */
const maxOutput = 65_536;

/**
 * Commands in bubblewrap: the system read-only, an own `/work` with the job's files, nothing of the user's, no network, no
 * environment, and limits on time, memory, processes and file size. Where bubblewrap is missing it refuses; it never runs
 * anything unprotected.
 */
export function createBubblewrap(): Sandbox {
  return {
    async run(job, signal) {
      if (!existsSync(bwrap)) throw new Fault('sandbox/missing', 'bubblewrap is not installed');
      const folder = mkdtempSync(join(tmpdir(), 'pawl-job-'));
      try {
        writeJobFiles(folder, job.files);
        const isRoot = process.getuid?.() === 0;
        if (isRoot) chownSync(folder, nobody, nobody);
        else chmodSync(folder, 0o700);
        return await runIn(folder, job, isRoot, signal);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** @source bubblewrap(1); prlimit counts processes only for a user other than root */
function argumentsOf(folder: string, job: SandboxJob): readonly string[] {
  const system = ['/usr', '/bin', '/lib', '/lib64'].flatMap((path) =>
    existsSync(path) ? ['--ro-bind', path, path] : [],
  );
  const isolation = '--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL'.split(' ');
  const places = `--proc /proc --dev /dev --size 67108864 --tmpfs /tmp`.split(' ');
  const variables = '--setenv PATH /usr/local/bin:/usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8'.split(' ');
  return [
    ...isolation,
    ...system,
    ...places,
    '--bind',
    folder,
    '/work',
    '--chdir',
    '/work',
    ...variables,
    '--remount-ro',
    '/',
    '--',
    'prlimit',
    `--data=${job.megabytes * 1_048_576}`,
    '--nproc=64',
    '--fsize=67108864',
    `--cpu=${Math.ceil(job.milliseconds / 1000) + 1}`,
    '--core=0',
    ...job.command,
  ];
}

function runIn(folder: string, job: SandboxJob, isRoot: boolean, signal?: AbortSignal): Promise<SandboxResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(bwrap, argumentsOf(folder, job), {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    });
    const stdout = createTail(maxOutput);
    const stderr = createTail(maxOutput);
    let isTimedOut = false;
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isTimedOut = true;
      kill();
    }, job.milliseconds);
    signal?.addEventListener('abort', kill, { once: true });
    child.stdout.on('data', stdout.add);
    child.stderr.on('data', stderr.add);
    child.stdin.on('error', () => undefined);
    child.stdin.end(job.stdin ?? '');
    child.on('error', (cause) => {
      clearTimeout(timer);
      reject(new Fault('sandbox/failed', 'bubblewrap could not be started', { cause }));
    });
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted === true) reject(abortReason(signal));
      else if (stderr.text().startsWith('bwrap: ')) reject(new Fault('sandbox/failed', stderr.text().trim()));
      else resolve({ exitCode, stdout: stdout.text(), stderr: stderr.text(), isTimedOut });
    });
  });
}
