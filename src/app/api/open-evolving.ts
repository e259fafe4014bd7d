import type { AnyTemplate } from '#foundation/contracts/tasks';
import type { Json } from '#foundation/contracts';
import type { Blobs, Dispatcher, Progress } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { evolve, EvolveConfig, type EvolveSummary, MainState, type Order } from '#learners/machine/evolve';
import { type Ended, openRun, type OpenedRun, type Over, type RunBooks } from '#ratchet/open-run';
import { createStopwatch, type Ends } from '#ratchet/budget';
import { createInProcessDispatcher } from '#world/dispatch';
import { memoryBooks } from './memory-books.ts';
import { systemTimer } from './system-timer.ts';

/** Everything that a run of evolve is made of. */
export interface EvolvingParts {
  readonly seed: number;
  readonly config: EvolveConfig;
  /** Templates of the user's own; their names are in the config. */
  readonly own?: readonly AnyTemplate[];
  /** The run to take up again; a new one is begun unless told. */
  readonly resume?: string | undefined;
}

/** What a caller may add to a run; its result depends on what ends it and on `orders` alone, and both are recorded. */
export interface EvolvingPorts extends Ends {
  /** Where lessons and proofs run; in this process unless told. */
  readonly dispatcher?: Dispatcher;
  readonly progress?: Progress;
  /** What a person told the run, but for the first so many. */
  readonly orders?: (taken: number) => Order[];
  readonly over?: Over;
}

/** A run of evolve that was opened. */
export interface Evolving extends Pick<OpenedRun, 'run' | 'isDone'> {
  evolve(ports?: EvolvingPorts): Promise<Evolved>;
}

export type Evolved = EvolveSummary & Ended;

/** The one place where a run of evolve is put together, for the command and for programs. */
export function openEvolving(parts: EvolvingParts, books: RunBooks = memoryBooks): Evolving {
  const { seed, config, own = [], resume } = parts;
  const opened = openRun(
    {
      learner: 'evolve',
      seed,
      config,
      read: (stored: Json) => EvolveConfig.parse(stored),
      same: ({ tasks = [], ...settings }) => ({
        settings,
        ...Object.fromEntries(tasks.map(({ file, sources }) => [`sources of ${file}`, sources])),
      }),
      resume,
    },
    books,
  );
  return {
    run: opened.run,
    isDone: opened.isDone,
    evolve: ({ dispatcher = createInProcessDispatcher(), over, ...rest } = {}) =>
      opened.conduct(systemTimer, over, async ({ journal, blobs, timer }) => {
        const { progress = () => undefined, orders = () => [], ...ends } = rest;
        const stopwatch = createStopwatch(journal, timer, ends);
        const from = machineFrom(config, blobs);
        const summary = await evolve({ seed, config, own, from, journal, dispatcher, progress, stopwatch, orders });
        return { summary, kept: summary };
      }),
  };
}

/** The machine that a run begins with, where its configuration names one. */
function machineFrom({ from }: EvolveConfig, blobs: Pick<Blobs, 'getBlob'>): MainState | undefined {
  if (from === undefined) return undefined;
  const bytes = blobs.getBlob(from);
  if (bytes === undefined) throw new Fault('cli/no-machine', `the machine ${from} to begin with is not in this store`);
  return MainState.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
