import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from '#contracts';
import { createQueueDispatcher } from '#dispatch';
import { type FaultRow, notRun } from './fault-report.ts';
import { type Link, openLink } from './link.ts';
import { probeKind } from './probe-kind.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import type { Bench } from './run-faults.ts';
import { type Started, startPawl } from './start-pawl.ts';

export const queueKeyText = 'a key for this bench alone';
const latencyMs = 100;

/** Workers of a queue as processes of their own. */
export class Crew {
  readonly #program: Bench['program'];
  readonly #folder: string;
  readonly #all: Started[] = [];

  constructor({ program, folder }: Pick<Bench, 'program' | 'folder'>) {
    this.#program = program;
    this.#folder = folder;
  }

  start(url: string): Started {
    const environment = { ...this.#program.environment, PAWL_QUEUE_KEY: queueKeyText };
    const args = ['worker', '--queue', url, '--threads', '1', '--kinds', probeKind.kind];
    const worker = startPawl({ ...this.#program, environment }, args, this.#folder);
    this.#all.push(worker);
    return worker;
  }

  #kill(): void {
    for (const { child } of this.#all) child.kill('SIGKILL');
  }

  /** Ends all, and gives what each said of the jobs it did. */
  async end(): Promise<readonly string[]> {
    for (const { child } of this.#all) child.kill('SIGTERM');
    const patience = setTimeout(() => this.#kill(), 10_000);
    const said = await Promise.all(this.#all.map(({ ended }) => ended));
    clearTimeout(patience);
    return said.flatMap(({ err }) => err.split('\n').filter((line) => line.startsWith(probeKind.kind)));
  }
}

/** Asks for squares and counts the ones that come back wrong or not at all. */
export async function askSquares(dispatcher: Dispatcher, from: number, count: number): Promise<number> {
  const asked = Array.from({ length: count }, (_, i) => from + i);
  const settled = await Promise.allSettled(
    asked.map((n) =>
      dispatcher.run(probeKind, { n, milliseconds: latencyMs }, { signal: AbortSignal.timeout(120_000) }),
    ),
  );
  return settled.filter((end, i) => end.status === 'rejected' || end.value.square !== asked[i]! ** 2).length;
}

/** Faults between a coordinator, its queue and its workers. */
export async function* queueFaults(bench: Bench): AsyncGenerator<FaultRow> {
  if (!bench.has('redis-server')) {
    yield notRun('queue and workers', 'redis-server is not installed');
    return;
  }
  const files = join(bench.folder, 'redis');
  mkdirSync(files, { recursive: true });
  const redis = await startRedis(files);
  const link = await openLink(redis.port);
  try {
    yield* disturb(bench, redis, link);
  } finally {
    link.close();
    await redis.close();
  }
}

async function* disturb(bench: Bench, redis: RedisServer, link: Link): AsyncGenerator<FaultRow> {
  const dispatcher = createQueueDispatcher({ url: redis.url, key: queueKeyText });
  const crew = new Crew(bench);
  const workers = [crew.start(redis.url), crew.start(`redis://127.0.0.1:${link.port}`)];
  const jobs = bench.quick ? 40 : 200;
  const cutMs = bench.quick ? 3000 : 30_000;
  let from = 0;
  // The first answer shows that both sides have begun.
  await askSquares(dispatcher, -2, 2);
  const faults: Readonly<Record<string, (round: number) => Promise<void>>> = {
    'kill -9 of a worker': async (round) => {
      workers[round % workers.length]!.child.kill('SIGKILL');
      workers[round % workers.length] = crew.start(redis.url);
      await wait(0);
    },
    'kill -9 of Redis with AOF': () => redis.killAndRestart(),
    [`the link of a worker cut for ${cutMs / 1000} s`]: async () => {
      link.cut();
      await wait(cutMs);
      link.mend();
    },
  };
  for (const [fault, make] of Object.entries(faults)) {
    const rounds = bench.quick ? 1 : 4;
    let [lost, recoveryMs] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const asked = askSquares(dispatcher, from, jobs);
      from += jobs;
      await wait(300 + bench.rng.below(1000));
      const began = performance.now();
      await make(round);
      lost += await asked;
      recoveryMs = Math.max(recoveryMs, performance.now() - began);
    }
    yield { fault, injected: rounds, survived: lost === 0 ? rounds : 0, lost, repeated: 0, recoveryMs };
  }
  await dispatcher.close();
  const done = await crew.end();
  const again = done.length - new Set(done).size;
  yield {
    fault: 'jobs done more than once, all of the above',
    injected: 0,
    survived: 0,
    lost: 0,
    repeated: again,
    recoveryMs: null,
  };
}
