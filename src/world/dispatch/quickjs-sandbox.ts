import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Sandbox, SandboxJob, SandboxResult } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { requirePackages } from '#world/packages';
import { endOfChild } from './end-of-child.ts';
import { createTail } from './output-tail.ts';

const prlimit = '/usr/bin/prlimit';
/** What Node and the engine need beside the script's own memory. */
const hostMegabytes = 512;
/** A thousand lines of a thousand characters, as JSON. */
const maxOutput = 8 * 1_048_576;

/**
 * JavaScript that has nothing but the language: QuickJS in WebAssembly, in a process of its own that is ended at the limit.
 * The command names the file to run; the job's files are texts in the global `files`. No limit inside the engine can be trusted (it
 * runs on while it allocates, and some scripts abort it), so the process is what is limited and stopped, and its death is the script's doing.
 */
export function createQuickJsSandbox(): Sandbox {
  return { run };
}

async function run(job: SandboxJob, signal?: AbortSignal): Promise<SandboxResult> {
  requirePackages('code in the sandbox for JavaScript', ['quickjs-emscripten']);
  const [main = 'main.js'] = job.command;
  const source = job.files[main];
  if (source === undefined) throw new Fault('sandbox/bad-file', `the job has no file ${main}`, { details: { main } });
  const node = [
    process.execPath,
    '--max-old-space-size=128',
    '--stack-size=900',
    fileURLToPath(new URL('./quickjs-worker.mjs', import.meta.url)),
  ];
  const limits = [prlimit, `--data=${(hostMegabytes + job.megabytes) * 1_048_576}`, '--core=0'];
  const [program, ...args] = existsSync(prlimit) ? [...limits, ...node] : node;
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  const output = createTail(maxOutput);
  child.stdout.on('data', output.add);
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ source, files: job.files, bytes: job.megabytes * 1_048_576 }));
  const missing = 'the process for JavaScript could not be started';
  const { isTimedOut } = await endOfChild(child, { milliseconds: job.milliseconds, missing, signal });
  return { ...resultIn(output.text()), isTimedOut };
}

const Said = z.object({ exitCode: z.number(), stdout: z.string(), stderr: z.string() });

/** What the process said, or that it died before it could: that is the code's doing, as after a stack or memory bomb. */
function resultIn(text: string): Omit<SandboxResult, 'isTimedOut'> {
  try {
    return Said.parse(JSON.parse(text));
  } catch {
    return { exitCode: null, stdout: '', stderr: 'stopped' };
  }
}
