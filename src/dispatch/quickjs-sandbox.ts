import { Worker } from 'node:worker_threads';
import type { Sandbox, SandboxJob, SandboxResult } from '#contracts';
import { abortReason, Fault } from '#kernel';

/**
 * JavaScript that has nothing but the language: QuickJS in WebAssembly, in a thread of its own that is ended at the limit.
 * The command names the file to run; the job's files are texts in the global `files`. No clock limit inside the engine can be
 * trusted (it runs on while it allocates), so the thread is what is stopped.
 */
export function createQuickJsSandbox(): Sandbox {
  return { run };
}

function run(job: SandboxJob, signal?: AbortSignal): Promise<SandboxResult> {
  const [main = 'main.js'] = job.command;
  const source = job.files[main];
  if (source === undefined) throw new Fault('sandbox/bad-file', `the job has no file ${main}`, { details: { main } });
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./quickjs-worker.mjs', import.meta.url), {
      workerData: { source, files: job.files, bytes: job.megabytes * 1_048_576 },
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      void worker.terminate();
      settle();
    };
    const stopped: SandboxResult = { exitCode: null, stdout: '', stderr: 'stopped', isTimedOut: true };
    const timer = setTimeout(() => end(() => resolve(stopped)), job.milliseconds);
    const abort = (): void => end(() => reject(abortReason(signal)));
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (message: Omit<SandboxResult, 'isTimedOut'>) =>
      end(() => resolve({ ...message, isTimedOut: false })),
    );
    // The engine itself gave up, as after a stack or memory bomb: that is the code's doing.
    worker.once('error', (error) =>
      end(() => resolve({ exitCode: null, stdout: '', stderr: String(error), isTimedOut: false })),
    );
  });
}
