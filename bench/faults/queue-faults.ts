import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from '#foundation/contracts/ports';
import { createQueueDispatcher } from '#world/dispatch/queues';
import { Crew, queueKeyText } from './crew.ts';
import { type FaultRow, notRun } from './fault-report.ts';
import { killCoordinator, killDuringRuns, type Strike, undisturbedRun } from './killed-runs.ts';
import { openLink, openNamespace } from './link.ts';
import { startPaidProvider } from './paid-provider.ts';
import { probeKind } from '#app/cli';
import { type QueueServerProcess, startPostgresServer, startRedisServer } from './queue-servers.ts';
import type { Bench } from './fault-bench.ts';
import type { Started } from './start-pawl.ts';

const latencyMs = 100;

/** Asks for squares and counts the ones that come back wrong or not at all. */
export async function askSquares(
  dispatcher: Dispatcher,
  { from, count, milliseconds }: { readonly from: number; readonly count: number; readonly milliseconds: number },
): Promise<number> {
  const asked = Array.from({ length: count }, (_, i) => from + i);
  const settled = await Promise.allSettled(
    asked.map((n) => dispatcher.run(probeKind, { n, milliseconds }, { signal: AbortSignal.timeout(120_000) })),
  );
  return settled.filter((end, i) => end.status === 'rejected' || end.value.square !== asked[i]! ** 2).length;
}

/** Faults between a coordinator, its queue on Redis and its workers. */
export async function* redisFaults(bench: Bench): AsyncGenerator<FaultRow> {
  if (!bench.has('redis-server')) {
    yield notRun('queue and workers at Redis', 'redis-server is not installed');
    return;
  }
  const { times } = bench;
  const server = await startRedisServer();
  try {
    yield await cutLink(bench, server);
    yield* killAround(bench, server, (workers) => [
      { fault: 'kill -9 of Redis with AOF', kills: times(40, 2), make: () => server.killAndRestart() },
      { fault: 'kill -9 of a worker at Redis', kills: times(40, 2), hits: atOnce, make: () => workers.killNext() },
      killCoordinator('kill -9 of a coordinator of workers at Redis', times(20, 1)),
    ]);
  } finally {
    await server.close();
  }
}

/** The same on PostgreSQL. */
export async function* postgresFaults(bench: Bench): AsyncGenerator<FaultRow> {
  if (!bench.has('postgres')) {
    yield notRun('queue and workers at PostgreSQL', 'postgres is not installed');
    return;
  }
  const { times } = bench;
  const server = await startPostgresServer();
  try {
    yield* killAround(bench, server, (workers) => [
      { fault: 'kill -9 of PostgreSQL', kills: times(60, 2), make: () => server.killAndRestart() },
      { fault: 'kill -9 of a worker at PostgreSQL', kills: times(40, 1), hits: atOnce, make: () => workers.killNext() },
    ]);
  } finally {
    await server.close();
  }
}

/** Calls under way on one worker. */
const atOnce = 2;

/** Two workers, which are killed in turn. */
class Pair {
  readonly #bench: Bench;
  readonly #url: string;
  #crew: Crew | undefined;
  #workers: Started[] = [];
  #kills = 0;

  constructor(bench: Bench, url: string) {
    this.#bench = bench;
    this.#url = url;
  }

  begin(name: string): void {
    const crew = new Crew(this.#bench, { atOnce, name });
    this.#crew = crew;
    this.#workers = [crew.start(this.#url), crew.start(this.#url)];
  }

  async killNext(): Promise<void> {
    const at = this.#kills % 2;
    this.#kills += 1;
    this.#workers[at]!.child.kill('SIGKILL');
    await this.#workers[at]!.ended;
    this.#workers[at] = this.#crew!.start(this.#url);
  }

  async end(): Promise<void> {
    await this.#crew?.end();
  }
}

/** Training runs through the queue with two workers. Each has a queue of its own name: it would find the results of the one before. */
async function* killAround(
  bench: Bench,
  server: QueueServerProcess,
  strikesOf: (workers: Pair) => readonly Strike[],
): AsyncGenerator<FaultRow> {
  const provider = await startPaidProvider();
  const workers = new Pair(bench, server.url);
  const keyed: Bench = { ...bench, program: { ...bench.program, environment: withKey(bench) } };
  try {
    const undisturbed = await undisturbedRun(bench, provider);
    for (const [i, strike] of strikesOf(workers).entries()) {
      if (undisturbed === undefined) yield notRun(strike.fault, 'the undisturbed run did not end');
      else {
        yield await killDuringRuns(keyed, strike, { provider, undisturbed }, (run) => {
          const name = `strike-${i}-${run}`;
          workers.begin(name);
          const more = ['--queue', server.url, '--queue-name', name];
          return Promise.resolve({ more, end: () => workers.end() });
        });
      }
    }
  } finally {
    await provider.close();
  }
}

function withKey({ program }: Bench): Bench['program']['environment'] {
  return { ...program.environment, PAWL_QUEUE_KEY: queueKeyText };
}

/** Jobs asked for while the link is cut; some are under way. */
const jobsPerCut = 8;

async function cutLink(bench: Bench, server: QueueServerProcess): Promise<FaultRow> {
  const cutMs = bench.quick ? 3000 : 30_000;
  const rounds = bench.times(3, 1);
  const isApart = process.getuid?.() === 0 && bench.has('ip');
  const link = await (isApart ? openNamespace : openLink)(server.port);
  const dispatcher = createQueueDispatcher({ url: server.url, key: queueKeyText });
  const crew = new Crew(bench, { atOnce: 1, kind: probeKind.kind });
  let [lost, recoveryMs] = [0, 0];
  try {
    crew.start(server.url);
    crew.start(`redis://${link.host}:${link.port}`, link.before);
    // The first answers show that both sides have begun.
    await askSquares(dispatcher, { from: -20, count: 20, milliseconds: latencyMs });
    for (let round = 0; round < rounds; round += 1) {
      const asked = askSquares(dispatcher, { from: jobsPerCut * round, count: jobsPerCut, milliseconds: latencyMs });
      await wait(50 + bench.rng.below(400));
      const began = performance.now();
      link.cut();
      await wait(cutMs);
      link.mend();
      lost += await asked;
      recoveryMs = Math.max(recoveryMs, performance.now() - began);
    }
  } finally {
    await dispatcher.close();
    link.close();
  }
  const done = await crew.end();
  return {
    fault: `the link of a worker${isApart ? ' in another network namespace' : ''} cut for ${cutMs / 1000} s`,
    injected: rounds,
    survived: lost === 0 ? rounds : 0,
    lost,
    repeated: done.length - new Set(done).size,
    allowed: rounds,
    recoveryMs,
  };
}
