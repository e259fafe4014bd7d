import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Sandbox, SandboxJob, SandboxResult } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { endOfChild } from './end-of-child.ts';
import { createTail } from './output-tail.ts';
import { writeJobFiles } from './job-files.ts';
import { createMemoryGroup } from './memory-group.ts';
import { systemCallFilter } from './system-calls.ts';

const bwrap = '/usr/bin/bwrap';
const nobody = 65_534;

/** Kept of what a job prints. */
const maxOutput = 65_536;

/**
 * Commands in bubblewrap: the system read-only, an own `/work` with a copy of the job's files, nothing of the user's, no network, no
 * environment, no further namespaces, no memory shared between processes, and limits on time, memory, processes and files, all of them
 * together too where there are control groups. Where bubblewrap is missing it refuses; it never runs anything unprotected.
 */
export function createBubblewrap(program = bwrap): Sandbox {
  return {
    async run(job, signal) {
      if (!existsSync(program)) throw new Fault('sandbox/missing', 'bubblewrap is not installed');
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

/** Descriptors beside the usual three: where bubblewrap tells how the command ended, what it waits for, and its filter. */
const [STATUS, START, FILTER] = [3, 4, 5];

/** Bytes of everything that can be written: files of the job, `/tmp`, `/dev/shm`. */
const workBytes = 128 * 1_048_576;
const smallBytes = 64 * 1_048_576;

/** @source bubblewrap(1); prlimit counts processes only for a user other than root */
function argumentsOf(folder: string, job: SandboxJob): readonly string[] {
  const system = ['/usr', '/bin', '/lib', '/lib64'].flatMap((path) =>
    existsSync(path) ? ['--ro-bind', path, path] : [],
  );
  const isolation =
    '--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --clearenv --cap-drop ALL';
  const places =
    `--proc /proc --dev /dev --size ${smallBytes} --tmpfs /dev/shm --remount-ro /dev --size ${smallBytes} --tmpfs /tmp ` +
    `--ro-bind ${folder} /given --size ${workBytes} --tmpfs /work --chdir /work`;
  const variables = '--setenv PATH /usr/local/bin:/usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8';
  const limits = `--data=${job.megabytes * 1_048_576} --nproc=64 --fsize=${smallBytes} --cpu=${Math.ceil(job.milliseconds / 1000) + 1} --core=0`;
  return [
    ...`--json-status-fd ${STATUS} --block-fd ${START} --seccomp ${FILTER}`.split(' '),
    ...isolation.split(' '),
    ...system,
    ...places.split(' '),
    ...variables.split(' '),
    '--remount-ro',
    '/',
    '--',
    'prlimit',
    ...limits.split(' '),
    'sh',
    '-c',
    'cp -R /given/. /work/ && exec "$@"',
    'sh',
    ...job.command,
  ];
}

async function runIn(folder: string, job: SandboxJob, isRoot: boolean, signal?: AbortSignal): Promise<SandboxResult> {
  const group = createMemoryGroup(basename(folder), job.megabytes + workBytes / 1_048_576);
  const child = spawn(bwrap, argumentsOf(folder, job), {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: {},
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  const stdout = createTail(maxOutput);
  const stderr = createTail(maxOutput);
  const status = createTail(4096);
  child.stdout.on('data', stdout.add);
  child.stderr.on('data', stderr.add);
  listen(child, STATUS, status.add);
  if (child.pid !== undefined) group?.add(child.pid);
  for (const [at, content] of [
    [FILTER, systemCallFilter()],
    [START, Buffer.from('go')],
    [0, job.stdin ?? ''],
  ] as const) {
    feed(child, at, content);
  }
  const { milliseconds } = job;
  const missing = 'bubblewrap could not be started';
  const { isTimedOut } = await endOfChild(child, { milliseconds, missing, signal }).finally(() => group?.remove());
  const exitCode = exitCodeIn(status.text());
  if (exitCode === undefined && !isTimedOut) throw new Fault('sandbox/failed', stderr.text().trim());
  return { exitCode: exitCode ?? null, stdout: stdout.text(), stderr: stderr.text(), isTimedOut };
}

function listen(child: ChildProcess, at: number, add: (chunk: Uint8Array) => void): void {
  const pipe = child.stdio[at];
  if (pipe instanceof Readable) pipe.on('data', add);
}

/** Writes all of it; who does not read it to the end does not want it. */
function feed(child: ChildProcess, at: number, content: string | Uint8Array): void {
  const pipe = child.stdio[at];
  if (!(pipe instanceof Writable)) return;
  pipe.on('error', () => undefined);
  pipe.end(content);
}

/** How the command ended, in bubblewrap's own words on its own descriptor: nothing that a command prints can pass for them. */
function exitCodeIn(status: string): number | undefined {
  const code = /"exit-code"\s*:\s*(\d+)/u.exec(status)?.[1];
  return code === undefined ? undefined : Number(code);
}
