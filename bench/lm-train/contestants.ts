import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';

/** Who trains: `#learners/model/lm` on one thread or two, the peer, or a process that does nothing. */
export type ContestantName = 'one thread' | 'two threads' | '@jax-js/jax' | 'idle';

/** What a round of steps took. */
const Round = z.strictObject({
  tokens: z.number(),
  cpuSeconds: z.number(),
  /** Of the busiest thread. */
  busiestSeconds: z.number(),
  wallSeconds: z.number(),
  loss: z.number(),
  /** Most memory of the process until now. */
  peakMegabytes: z.number(),
});
export type Round = z.infer<typeof Round>;

const Said = z.union([Round, z.strictObject({ missing: z.string() })]);

/** One who trains, in a process of its own, so that memory and CPU time are its own. */
export interface Contestant {
  /** So many steps; undefined where its library is not installed. */
  train(steps: number): Promise<Round | undefined>;
  end(): void;
}

export function startContestant(name: ContestantName, seed: number): Contestant {
  const child = fork(fileURLToPath(new URL('./program.mjs', import.meta.url)), [name, String(seed)], { execArgv: [] });
  return {
    async train(steps) {
      const said = Said.parse(await ask(child, steps, name));
      return 'missing' in said ? undefined : said;
    },
    end: () => child.kill(),
  };
}

function ask(child: ChildProcess, steps: number, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Fault('dispatch/thread-failed', `the process of ${name} ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
    child.send(steps);
  });
}
