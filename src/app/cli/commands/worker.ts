import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createJobThreads, runNamedJob } from '#world/dispatch';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode } from '../command.ts';
import { endChildren } from '../end-children.ts';
import { callKinds } from '../jobs/call-kinds.ts';
import { workKinds } from '../jobs/create-place.ts';
import { placeModule, queueKey, queuePatience } from '../jobs/open-dispatcher.ts';
import { requireQueuePackages } from '../jobs/require-queue-packages.ts';

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));

export const workerCommand = defineCommand({
  name: 'worker',
  flags: z.object({
    queue: z
      .string()
      .describe(
        'where jobs wait: redis://host:6379, rediss://user:password@host:6380 with TLS, or postgres://host/database',
      ),
    queueName: z
      .string()
      .regex(/^[\w-]+$/)
      .default('pawl')
      .describe('keeps teams on one server apart'),
    threads: z.coerce
      .number()
      .int()
      .min(1)
      .max(256)
      .optional()
      .describe('jobs that compute at once; one per core unless told'),
    atOnce: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(16)
      .describe('jobs at once that wait for others, such as rollouts, per provider'),
    kinds: list.optional().describe('only these kinds of jobs, by comma; all that this version knows unless told'),
    tasks: list.optional().describe("files of one's own templates, by comma, as the run was started with"),
    most: z.coerce.number().int().min(1).optional().describe('end after this many jobs'),
  }),
  examples: [
    'PAWL_QUEUE_KEY=… pawl worker --queue redis://10.0.0.5:6379',
    'pawl worker --queue rediss://me:secret@queue.example:6380 --threads 8 --kinds evolve/give-lesson,evolve/prove-machine-skill',
    'OPENAI_API_KEY=… pawl worker --queue postgres://me:secret@db.example/pawl --kinds train/rollout --at-once 32',
  ],

  async run(_args, flags, shell) {
    const { queue: url, queueName: name, threads = availableParallelism(), atOnce, kinds, tasks = [], most } = flags;
    const key = queueKey(shell.env);
    const calls = callKinds(shell);
    const known = [...(await workKinds()), ...calls];
    const unknown = kinds?.find((asked) => !known.some(({ kind }) => kind === asked));
    if (unknown !== undefined) {
      throw new Fault('cli/usage', `there is no kind of job ${unknown}`, {
        hint: `There are ${known.map(({ kind }) => kind).join(', ')}.`,
      });
    }
    requireQueuePackages();
    const { createQueueWorker, workLane } = await import('#world/dispatch/queues');
    const { reachQueue } = await import('#world/dispatch/reach');
    await reachQueue({ url, name }, queuePatience(shell));
    const pool = createJobThreads({
      threads,
      module: placeModule,
      settings: { tasks: tasks.map((path) => resolve(shell.folder, path)) },
    });
    const stop = new AbortController();
    const worker = createQueueWorker({
      url,
      name,
      key,
      kinds: known.filter(({ kind }) => kinds?.includes(kind) ?? true),
      width: { work: threads, calls: atOnce },
      run: (job, lane) =>
        lane === workLane ? pool.run(job) : runNamedJob({ kinds: calls }, job, new AbortController().signal),
      tell(what) {
        shell.note(what);
        if (most !== undefined && worker.done() >= most) stop.abort();
      },
    });
    shell.note(
      `waiting for jobs, ${threads} that compute and ${atOnce} calls of each provider at once; Ctrl-C finishes what is under way and ends`,
    );
    await untilEnded(stop);
    await finish(worker, url);
    await pool.close();
    // Judges and agents that jobs left waiting for more would keep this process alive.
    endChildren();
    if (shell.json) shell.print(JSON.stringify({ done: worker.done() }));
    else shell.print(`${worker.done()} jobs done`);
    return ExitCode.ok;
  },
});

/** Waits for what is under way; where the server has gone meanwhile nobody would hear of it, and the process ends as by a second signal. */
async function finish(worker: { close(): Promise<void> }, url: string): Promise<void> {
  const { reachQueue } = await import('#world/dispatch/reach');
  const closing = worker.close().then(() => true);
  while (!(await Promise.race([closing, wait(2000, false)]))) {
    await reachQueue({ url }, { milliseconds: 0, tell: () => undefined }).catch(() =>
      process.kill(process.pid, 'SIGTERM'),
    );
  }
}

/** Resolves at the first signal that ends processes, or when the work is done. A second signal ends at once, as without this. */
function untilEnded(stop: AbortController): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const end = (): void => {
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
    if (stop.signal.aborted) end();
    stop.signal.addEventListener('abort', end, { once: true });
  });
}
