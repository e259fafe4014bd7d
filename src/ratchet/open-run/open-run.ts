import { Json, type Run } from '#foundation/contracts';
import type { Journal, Timer } from '#foundation/contracts/ports';
import { Fault, type Hash } from '#foundation/kernel';
import { requireSame, type Sameness } from './require-same.ts';
import type { KeptJournal, RunBooks } from './run-books.ts';

/** What a run is asked to do. */
export interface RunRequest<Config> {
  /** Whose run it is: `evolve`, `train`, `selfplay`, … */
  readonly learner: string;
  readonly seed: number;
  /** Stored with the run, so that it can be taken up again. */
  readonly config: Config;
  /** Reads a stored config. */
  readonly read: (stored: Json) => Config;
  /** What of a config must be the same when the run is taken up again. */
  readonly same: (config: Config) => Sameness;
  /** The run to take up again; a new one is begun unless told. */
  readonly resume?: string | undefined;
}

/** Puts something between a run and its journal and timer, such as the end that Ctrl-C asks for. */
export type Over = (journal: Journal, timer: Timer) => { readonly journal: Journal; readonly timer: Timer };

/** What every run ends with: the hash under which anyone can check it again, and the calls that a crash made it repeat. */
export interface Ended {
  readonly run: string;
  readonly hash: Hash;
  readonly repeated: number;
}

/** A run that was opened. */
export interface OpenedRun {
  readonly run: string;
  /** Whether it had ended before: then it is replayed, and nothing is spent. */
  readonly isDone: boolean;
  /** Does the work of the run to its end, and closes it; `kept` of what came of it is stored. */
  conduct<Summary extends object>(
    timer: Timer,
    over: Over | undefined,
    work: (ports: RunPorts) => Promise<{ readonly summary: Summary; readonly kept: unknown }>,
  ): Promise<Summary & Ended>;
}

export interface RunPorts {
  readonly journal: Journal;
  /** The journal that keeps, for blobs of this and earlier runs. */
  readonly blobs: Pick<KeptJournal, 'getBlob' | 'putBlob'>;
  readonly timer: Timer;
}

/** Begins a run, or takes one up again: only of the same learner, and only as the run it was. */
export function openRun<Config>(request: RunRequest<Config>, books: RunBooks): OpenedRun {
  const found = request.resume === undefined ? undefined : findAgain(request, request.resume, books);
  const { learner: loop, seed } = request;
  const asked = { loop, seed: found?.seed ?? seed, config: found?.config ?? Json.parse(request.config) };
  const own = found === undefined ? books.createRun(asked) : books.resumeRun(found.id);
  return {
    run: own.run,
    isDone: found?.status === 'done',
    async conduct(timer, over, work) {
      const ports = over?.(own, timer) ?? { journal: own, timer };
      // What was asked, and what came of it: an audit holds the head and the summary of the run against these steps.
      await own.step('run-asked', asked, () => null);
      const { summary, kept } = await work({ ...ports, blobs: own });
      const end = Json.parse(kept);
      await own.step('run-described', {}, () => end);
      const hash = own.finish(end);
      return { ...summary, run: own.run, hash, repeated: own.repeatedCalls() };
    },
  };
}

function findAgain<Config>({ learner, config, read, same }: RunRequest<Config>, id: string, books: RunBooks): Run {
  const run = books.getRun(id);
  if (run === undefined) throw new Fault('store/unknown-run', `there is no run ${id} to take up again`);
  if (run.loop !== learner) throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of ${learner}`);
  requireSame(run, same(read(run.config)), same(config));
  return run;
}
