import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from '#contracts/ports';
import { createQueueDispatcher } from '#dispatch';
import { type FaultRow, notRun } from './fault-report.ts';
import { type Link, openLink } from './link.ts';
import { probeKind } from './probe-kind.ts';
import { type QueueServerProcess, startPostgresServer, startRedisServer } from './queue-servers.ts';
import type { Bench } from './run-faults.ts';
import { type Started, startPawl } from './start-pawl.ts';

export const queueKeyText = 'a key for this bench alone';
const latencyMs = 100;

/** Workers of a queue as processes of their own. */
export class Crew {
  readonly #program: Bench['program'];
  readonly #folder: string;
  readonly #inFlight: number;
  readonly #all: Started[] = [];

  constructor({ program, folder }: Pick<Bench, 'program' | 'folder'>, inFlight = 1) {
    this.#inFlight = inFlight;
    this.#program = program;
    this.#folder = folder;
  }

  start(url: string): Started {
    const environment = { ...this.#program.environment, PAWL_QUEUE_KEY: queueKeyText };
    const args = [
      'worker',
      '--queue',
      url,
      '--threads',
      '1',
      '--at-once',
      String(this.#inFlight),
      '--kinds',
      probeKind.kind,
    ];
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

/** Faults between a coordinator, its queue and its workers. */
export async function* queueFaults(bench: Bench): AsyncGenerator<FaultRow> {
  const servers = { 'redis-server': startRedisServer, postgres: startPostgresServer } as const;
  for (const [program, start] of Object.entries(servers)) {
    if (!bench.has(program)) {
      yield notRun(`queue and workers at ${program}`, `${program} is not installed`);
      continue;
    }
    const server = await start();
    const link = await openLink(server.port);
    try {
      yield* disturb(bench, server, link);
    } finally {
      link.close();
      await server.close();
    }
  }
}

interface Disturbance {
  readonly fault: string;
  readonly rounds: number;
  readonly make: (round: number) => Promise<void>;
}

/** Jobs asked for at once in a round; some are under way when the fault comes. */
const jobsPerRound = 8;

async function* disturb(bench: Bench, server: QueueServerProcess, link: Link): AsyncGenerator<FaultRow> {
  const dispatcher = createQueueDispatcher({ url: server.url, key: queueKeyText });
  const crew = new Crew(bench);
  const far = server.url.replace(`:${server.port}`, `:${link.port}`);
  const workers = [crew.start(server.url), crew.start(far)];
  // The first answers show that both sides have begun.
  await askSquares(dispatcher, { from: -20, count: 20, milliseconds: latencyMs });
  let from = 0;
  for (const { fault, rounds, make } of disturbancesOf(bench, { server, link, crew, workers })) {
    let [lost, recoveryMs] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const asked = askSquares(dispatcher, { from, count: jobsPerRound, milliseconds: latencyMs });
      from += jobsPerRound;
      await wait(50 + bench.rng.below(400));
      const began = performance.now();
      await make(round);
      lost += await asked;
      recoveryMs = Math.max(recoveryMs, performance.now() - began);
    }
    yield { fault, injected: rounds, survived: lost === 0 ? rounds : 0, lost, repeated: 0, recoveryMs };
  }
  await dispatcher.close();
  const done = await crew.end();
  yield {
    fault: `${new URL(server.url).protocol} jobs done more than once, all of the above`,
    injected: 0,
    survived: 0,
    lost: 0,
    repeated: done.length - new Set(done).size,
    recoveryMs: null,
  };
}

interface Disturbed {
  readonly server: QueueServerProcess;
  readonly link: Link;
  readonly crew: Crew;
  readonly workers: Started[];
}

function disturbancesOf({ quick, times }: Bench, { server, link, crew, workers }: Disturbed): readonly Disturbance[] {
  const isRedis = server.url.startsWith('redis');
  const cutMs = quick ? 3000 : 30_000;
  const killWorker: Disturbance = {
    fault: `kill -9 of a worker at ${isRedis ? 'Redis' : 'PostgreSQL'}`,
    rounds: isRedis ? times(40, 2) : times(10, 1),
    make: async (round) => {
      const at = round % workers.length;
      workers[at]!.child.kill('SIGKILL');
      await workers[at]!.ended;
      workers[at] = crew.start(server.url);
    },
  };
  const killServer: Disturbance = {
    fault: `kill -9 of ${isRedis ? 'Redis with AOF' : 'PostgreSQL'}`,
    rounds: isRedis ? times(70, 3) : times(30, 1),
    make: () => server.killAndRestart(),
  };
  const cutLink: Disturbance = {
    fault: `the link of a worker cut for ${cutMs / 1000} s`,
    rounds: times(3, 1),
    make: async () => {
      link.cut();
      await wait(cutMs);
      link.mend();
    },
  };
  return isRedis ? [cutLink, killServer, killWorker] : [killServer, killWorker];
}
